package ticklane.host.minestom.entity;

import java.util.UUID;
import net.minestom.server.entity.EntityType;
import ticklane.host.minestom.physics.Rays;

/**
 * Something shot or thrown. It flies by its type's row of {@link ProjectileMotion}, against blocks
 * only; an arrow sticks where it hits, anything else is gone there.
 */
final class ProjectileBody extends Body {
  /** How far before the face an arrow stops (AbstractArrow.onHitBlock in the game). */
  private static final double STICK_DEPTH = 0.05;

  /** Ticks an arrow stays in the ground. */
  private static final int STUCK_LIFETIME = 1200;

  private final ProjectileMotion motion;
  private int stuckTicks;
  private boolean hit;

  ProjectileBody(Population world, EntityType type, UUID uuid, ProjectileMotion motion) {
    super(world, type, uuid);
    this.motion = motion;
  }

  @Override
  protected void move() {
    double gravity = isWeightless() ? 0 : motion.gravity();
    if (onGround) {
      stayOrFall();
      return;
    }
    if (motion.gravityFirst()) {
      vx *= ProjectileMotion.DRAG;
      vy = (vy - gravity) * ProjectileMotion.DRAG;
      vz *= ProjectileMotion.DRAG;
      fly();
    } else {
      fly();
      vx *= ProjectileMotion.DRAG;
      vy = vy * ProjectileMotion.DRAG - (onGround ? 0 : gravity);
      vz *= ProjectileMotion.DRAG;
    }
  }

  private void fly() {
    double along = world.rays().clip(x, y, z, x + vx, y + vy, z + vz);
    if (along == Rays.MISS) {
      x += vx;
      y += vy;
      z += vz;
      return;
    }
    hit = true;
    double speed = Math.sqrt(vx * vx + vy * vy + vz * vz);
    double back = motion.sticks() ? along - STICK_DEPTH / speed : along;
    x += vx * back;
    y += vy * back;
    z += vz * back;
    if (motion.sticks()) {
      onGround = true;
      lookX = vx / speed;
      lookY = vy / speed;
      lookZ = vz / speed;
      world.events().impulse(this, Cause.COLLISION, vx, vy, vz, 0, 0, 0);
      vx = 0;
      vy = 0;
      vz = 0;
    }
  }

  /** Direction in which an arrow is stuck. */
  private double lookX;

  private double lookY;
  private double lookZ;

  private void stayOrFall() {
    double reach = 2 * STICK_DEPTH;
    if (world.rays().clip(x, y, z, x + lookX * reach, y + lookY * reach, z + lookZ * reach)
        == Rays.MISS) {
      onGround = false;
      stuckTicks = 0;
    }
  }

  @Override
  protected void act() {
    if (hit && !motion.sticks()) {
      world.remove(this, Cause.LANDED, -1);
    } else if (onGround && ++stuckTicks >= STUCK_LIFETIME) {
      world.remove(this, Cause.DESPAWNED, -1);
    }
  }
}
