package ticklane.host.minestom.entity;

import java.util.UUID;
import net.minestom.server.entity.EntityType;
import ticklane.host.minestom.loot.LootTables;

/**
 * A creeper without a mind. Ignited it explodes after its fuse, at its feet, charged with twice the
 * power.
 *
 * <p>Sources: minecraft.wiki Creeper (fuse 30, data), lntricate1's list (powers).
 */
final class CreeperBody extends LivingBody {
  static final int FUSE = 30;

  private final int maxSwell;
  private final Blast blast;
  private boolean ignited;
  private int swell;

  CreeperBody(
      Population world,
      UUID uuid,
      float health,
      int slowFalling,
      int maxSwell,
      boolean ignited,
      Blast blast) {
    super(world, EntityType.CREEPER, uuid, health, slowFalling);
    this.maxSwell = maxSwell;
    this.ignited = ignited;
    this.blast = blast;
    if (ignited) {
      LootTables.prepare();
    }
  }

  @Override
  protected Body copy() {
    CreeperBody copy =
        new CreeperBody(world, getUuid(), (float) health, 0, maxSwell, ignited, blast);
    copy.swell = swell;
    return copyTo(copy);
  }

  void ignite() {
    ignited = true;
    LootTables.prepare();
  }

  @Override
  protected void begin() {
    if (ignited && ++swell >= maxSwell) {
      world.remove(this, Cause.EXPLODED, -1);
      world.explosions().explode(this, x, y, z, blast);
    }
  }
}
