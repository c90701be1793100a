package ticklane.host.minestom.entity;

import java.util.UUID;
import net.minestom.server.entity.EntityType;
import net.minestom.server.entity.metadata.other.PrimedTntMeta;
import ticklane.host.minestom.loot.LootTables;

/**
 * Primed TNT: gravity 0.04, then the move, then drag 0.98, then the fuse (PrimedTnt.tick in the
 * game). On the ground it slides with 0.7.
 */
final class PrimedTnt extends Body {
  private static final double GRAVITY = 0.04;
  private static final double DRAG = 0.98;
  private static final double GROUND = 0.7;

  /** A sixteenth of its height: where in it the explosion sits. */
  private static final double CENTRE = 0.0625;

  private final float power;

  PrimedTnt(Population world, UUID uuid, int fuse, float power) {
    super(world, EntityType.TNT, uuid);
    this.fuse = fuse;
    this.power = power;
    LootTables.prepare();
    editEntityMeta(PrimedTntMeta.class, meta -> meta.setFuseTime(fuse));
  }

  @Override
  protected Body copy() {
    return new PrimedTnt(world, getUuid(), fuse, power);
  }

  /** TNT alone is pushed towards its feet. */
  @Override
  public double pushHeight() {
    return 0;
  }

  @Override
  protected void move() {
    if (!isWeightless()) {
      vy -= GRAVITY;
    }
    collide();
    vx *= DRAG;
    vy *= DRAG;
    vz *= DRAG;
    if (onGround) {
      vx *= GROUND;
      vz *= GROUND;
      settle();
    }
  }

  @Override
  protected void act() {
    fuse--;
    if (fuse <= 0) {
      world.remove(this, Cause.EXPLODED, -1);
      world.explosions().explode(this, x, y + height * CENTRE, z, Blast.tnt(power));
    }
  }
}
