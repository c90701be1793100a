package ticklane.host.minestom.entity;

import java.util.UUID;
import net.minestom.server.entity.EntityType;
import ticklane.host.minestom.loot.LootTables;

/**
 * An end crystal: it never moves, and explodes with power 6 when anything hurts it.
 *
 * <p>Sources: minecraft.wiki End Crystal, lntricate1's list (power). Whether one explosion sets off
 * the next crystal, sources disagree.
 */
final class CrystalBody extends Body {
  CrystalBody(Population world, UUID uuid) {
    super(world, EntityType.END_CRYSTAL, uuid);
    LootTables.prepare();
  }

  @Override
  protected Body copy() {
    return new CrystalBody(world, getUuid());
  }

  @Override
  protected void move() {}

  @Override
  protected boolean isModelledInWind() {
    return false;
  }

  @Override
  public boolean hurt(float amount, Cause cause) {
    if (cause == Cause.EXPLOSION) {
      world.remove(this, Cause.UNMODELLED, -1);
    } else {
      world.remove(this, Cause.EXPLODED, -1);
      world.explosions().explode(this, x, y, z, Blast.crystal());
    }
    return true;
  }
}
