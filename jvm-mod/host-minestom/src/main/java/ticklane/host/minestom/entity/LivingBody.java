package ticklane.host.minestom.entity;

import java.util.UUID;
import net.minestom.server.entity.EntityType;
import net.minestom.server.entity.metadata.LivingEntityMeta;

/**
 * A mob or armour stand without a mind: the move, then gravity 0.08, then drag 0.98 down and 0.91
 * along, times the slipperiness of the ground (LivingEntity.travelInAir in the game). It is hurt by
 * explosions, but not by falling.
 */
final class LivingBody extends Body {
  private static final double GRAVITY = 0.08;

  /** The game's float, not the double 0.98. */
  private static final double DRAG_Y = 0.98f;

  private static final float DRAG_XZ = 0.91f;

  /** Slower than this is standing still (LivingEntity.aiStep in the game). */
  private static final double STANDING = 0.003;

  /** After a hit only what exceeds it counts, for ten ticks. */
  private static final int INVULNERABLE_TICKS = 10;

  private float lastHit;
  private long hitAge = Long.MIN_VALUE / 2;

  LivingBody(Population world, EntityType type, UUID uuid, float health) {
    super(world, type, uuid);
    this.health = health;
    if (getEntityMeta() instanceof LivingEntityMeta meta) {
      meta.setHealth(health);
    }
  }

  @Override
  protected void move() {
    vx = Math.abs(vx) < STANDING ? 0 : vx;
    vy = Math.abs(vy) < STANDING ? 0 : vy;
    vz = Math.abs(vz) < STANDING ? 0 : vz;
    double drag = onGround ? frictionBelow() * DRAG_XZ : DRAG_XZ;
    collide();
    if (!isWeightless()) {
      vy -= GRAVITY;
    }
    vx *= drag;
    vy *= DRAG_Y;
    vz *= drag;
  }

  @Override
  public boolean hurt(float amount, Cause cause) {
    boolean protectedNow = age() - hitAge < INVULNERABLE_TICKS;
    float counted = protectedNow ? amount - lastHit : amount;
    if (counted <= 0) {
      return false;
    }
    lastHit = amount;
    if (!protectedNow) {
      hitAge = age();
    }
    health = Math.max(0, health - counted);
    if (getEntityMeta() instanceof LivingEntityMeta meta) {
      meta.setHealth((float) health);
    }
    if (health <= 0) {
      world.remove(this, Cause.DIED, -1);
    }
    return true;
  }
}
