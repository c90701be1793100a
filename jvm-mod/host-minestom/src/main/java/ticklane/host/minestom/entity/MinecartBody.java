package ticklane.host.minestom.entity;

import java.util.UUID;
import net.minestom.server.entity.EntityType;
import ticklane.host.minestom.world.BlockKind;

/**
 * An empty minecart off the rails: gravity 0.04, no more than 0.4 along x and z, the move, then
 * drag 0.95 in the air; on the ground it halves its velocity before it moves. In water 0.005 and
 * 0.2.
 *
 * <p>Sources: OrHy3/MinecraftMotionTools (gravity, drag, order; its 0.62 along x and z is this
 * limit and drag of a cart that comes with 1), nxg-org/mineflayer-physics-utils minecart-physics
 * (limit, ground, water).
 */
final class MinecartBody extends Body {
  private static final double GRAVITY = 0.04;
  private static final double WATER_GRAVITY = 0.005;
  private static final double DRAG = 0.95f;
  private static final double GROUND = 0.5;
  private static final double LIMIT = 0.4;
  private static final double WATER_LIMIT = 0.2;

  MinecartBody(Population world, EntityType type, UUID uuid) {
    super(world, type, uuid);
  }

  /** Rails aren't modelled. */
  @Override
  protected boolean isModelledIn(BlockKind kind) {
    return kind != BlockKind.RAIL && super.isModelledIn(kind);
  }

  @Override
  protected void move() {
    boolean swims = waterDepth > 0;
    if (!isWeightless()) {
      vy -= swims ? WATER_GRAVITY : GRAVITY;
    }
    double limit = swims ? WATER_LIMIT : LIMIT;
    if (Math.abs(vx) > limit || Math.abs(vz) > limit) {
      impel(Math.clamp(vx, -limit, limit), vy, Math.clamp(vz, -limit, limit), Cause.SPEED_LIMIT);
    }
    if (onGround) {
      vx *= GROUND;
      vy *= GROUND;
      vz *= GROUND;
    }
    collide();
    if (onGround) {
      settle();
    } else {
      vx *= DRAG;
      vy *= DRAG;
      vz *= DRAG;
    }
  }
}
