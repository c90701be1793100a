package ticklane.host.minestom.entity;

import java.util.UUID;
import net.minestom.server.entity.EntityType;
import ticklane.host.minestom.loot.LootTables;

/**
 * A minecart with TNT off the rails. It explodes when its fuse is used up, or where it lands after
 * a fall of three blocks: with 4 and up to 1.5 times its speed (a tenth of the fall), at most 7.5,
 * by chance.
 *
 * <p>Source: minecraft.wiki Minecart with TNT.
 */
final class TntCartBody extends MinecartBody {
  static final float SPEED_FACTOR = 1;

  private static final double FALL = 3;
  private static final double FALL_SPEED = 0.1;
  private static final double MOST_SPEED = 5;
  private static final double BONUS = 1.5;

  private final float power;
  private final float speedFactor;

  /** Ticks left, -1 while it isn't primed. */
  private int left;

  private double fallen;

  TntCartBody(Population world, UUID uuid, int fuse, float power, float speedFactor) {
    super(world, EntityType.TNT_MINECART, uuid);
    this.left = fuse;
    this.power = power;
    this.speedFactor = speedFactor;
    LootTables.prepare();
  }

  @Override
  protected Body copy() {
    TntCartBody copy = new TntCartBody(world, getUuid(), left, power, speedFactor);
    copy.fallen = fallen;
    return copy;
  }

  /** What then becomes of it, by which fuse, sources disagree. */
  @Override
  public boolean hurt(float amount, Cause cause) {
    world.events().damage(this, amount, cause);
    world.remove(this, Cause.UNMODELLED, -1);
    return true;
  }

  @Override
  protected void move() {
    double fromY = y;
    super.move();
    if (ranAgainst) {
      // Pressed against a block it may explode; when, no public number says.
      world.remove(this, Cause.UNMODELLED, -1);
      return;
    }
    fallen = y < fromY ? fallen + fromY - y : 0;
  }

  @Override
  protected void act() {
    if (onGround && fallen >= FALL) {
      explode(fallen * FALL_SPEED);
      return;
    }
    if (onGround || waterDepth > 0) {
      fallen = 0;
    }
    if (left > 0) {
      left--;
    }
    if (left == 0) {
      explode(Math.hypot(vx, vz));
    }
  }

  private void explode(double speed) {
    world.remove(this, Cause.EXPLODED, -1);
    double bonus = world.random().nextDouble() * BONUS * Math.min(speed, MOST_SPEED);
    world.explosions().explode(this, x, y, z, Blast.tnt((float) (power + speedFactor * bonus)));
  }
}
