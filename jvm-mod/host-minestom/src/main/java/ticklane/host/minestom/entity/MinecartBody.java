package ticklane.host.minestom.entity;

import java.util.UUID;
import net.minestom.server.entity.EntityType;
import net.minestom.server.item.Material;
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
class MinecartBody extends Body {
  private static final double GRAVITY = 0.04;
  private static final double WATER_GRAVITY = 0.005;
  private static final double DRAG = 0.95f;
  private static final double GROUND = 0.5;
  private static final double LIMIT = 0.4;
  private static final double WATER_LIMIT = 0.2;

  /** Damage above which it breaks for certain. */
  private static final float TOUGHNESS = 6;

  /** A block beside it stopped its last move. */
  protected boolean ranAgainst;

  MinecartBody(Population world, EntityType type, UUID uuid) {
    super(world, type, uuid);
  }

  @Override
  protected Body copy() {
    return new MinecartBody(world, getEntityType(), getUuid());
  }

  /** Rails aren't modelled. */
  @Override
  protected boolean isModelledIn(BlockKind kind) {
    return kind != BlockKind.RAIL && super.isModelledIn(kind);
  }

  @Override
  protected boolean isModelledInWind() {
    return false;
  }

  /**
   * An empty one breaks and leaves its item. Whether less than 6 does it, sources disagree, nor do
   * they say what becomes of a chest.
   */
  @Override
  public boolean hurt(float amount, Cause cause) {
    world.events().damage(this, amount, cause);
    if (amount > TOUGHNESS && getEntityType().id() == EntityType.MINECART.id()) {
      world.remove(this, Cause.DIED, -1);
      world.dropItem(Material.MINECART, x, y, z);
    } else {
      world.remove(this, Cause.UNMODELLED, -1);
    }
    return true;
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
    double towardsX = vx;
    double towardsZ = vz;
    collide();
    ranAgainst = (towardsX != 0 && vx == 0) || (towardsZ != 0 && vz == 0);
    if (onGround) {
      settle();
    } else {
      vx *= DRAG;
      vy *= DRAG;
      vz *= DRAG;
    }
  }
}
