package ticklane.host.minestom.entity;

import java.util.UUID;
import net.minestom.server.entity.EntityType;
import ticklane.host.minestom.physics.Rays;
import ticklane.host.minestom.world.BlockKind;

/**
 * Something shot, thrown or driven. It flies by its type's row of {@link ProjectileMotion}, against
 * blocks only; an arrow sticks where it hits, anything else ends there.
 */
final class ProjectileBody extends Body {
  /** How far before the face an arrow stops (AbstractArrow.onHitBlock in the game). */
  private static final double STICK_DEPTH = 0.05;

  /** Ticks an arrow stays in the ground. */
  private static final int STUCK_LIFETIME = 1200;

  /** How far before the face a wind charge bursts. */
  private static final double WIND_BEFORE = 0.25;

  /** What is slower has no direction to be driven in. */
  private static final double RESTING = 1e-5;

  private final ProjectileMotion motion;
  private int stuckTicks;
  private boolean hit;

  /** Where the face that it hit looks. */
  private double faceX;

  private double faceY;
  private double faceZ;

  ProjectileBody(Population world, EntityType type, UUID uuid, ProjectileMotion motion) {
    super(world, type, uuid);
    this.motion = motion;
  }

  @Override
  protected Body copy() {
    ProjectileBody copy = new ProjectileBody(world, getEntityType(), getUuid(), motion);
    copy.stuckTicks = stuckTicks;
    copy.hit = hit;
    copy.lookX = lookX;
    copy.lookY = lookY;
    copy.lookZ = lookZ;
    return copy;
  }

  @Override
  protected boolean isModelledInWater() {
    return !Double.isNaN(motion.waterDrag());
  }

  /** What flies is moved past these, and whether they slow it no public source says. */
  @Override
  protected boolean isModelledIn(BlockKind kind) {
    return kind != BlockKind.COBWEB && super.isModelledIn(kind);
  }

  @Override
  protected void move() {
    if (onGround) {
      stayOrFall();
      return;
    }
    double gravity = isWeightless() ? 0 : motion.gravity();
    double drag = waterDepth > 0 ? motion.waterDrag() : motion.drag();
    if (motion.order() == ProjectileMotion.Order.MOVE_FIRST) {
      fly();
      vx *= drag;
      vy = vy * drag - (onGround ? 0 : gravity);
      vz *= drag;
      return;
    }
    double gain = 1;
    if (motion.isDriven()) {
      double speed = Math.sqrt(vx * vx + vy * vy + vz * vz);
      gain = speed < RESTING ? 1 : 1 + motion.thrust() / speed;
    }
    vx *= gain * drag;
    vy = (vy * gain - gravity) * drag;
    vz *= gain * drag;
    fly();
  }

  private void fly() {
    double along = inSky ? Rays.MISS : world.rays().clip(x, y, z, x + vx, y + vy, z + vz);
    if (along == Rays.MISS) {
      x += vx;
      y += vy;
      z += vz;
      return;
    }
    hit = true;
    int axis = world.rays().faceAxis();
    faceX = axis == 0 ? -Math.signum(vx) : 0;
    faceY = axis == 1 ? -Math.signum(vy) : 0;
    faceZ = axis == 2 ? -Math.signum(vz) : 0;
    double speed = Math.sqrt(vx * vx + vy * vy + vz * vz);
    boolean sticks = motion.end() == ProjectileMotion.End.STICKS;
    double back = sticks ? along - STICK_DEPTH / speed : along;
    x += vx * back;
    y += vy * back;
    z += vz * back;
    if (sticks) {
      onGround = true;
      // The square of a huge velocity is infinite; then its parts are as good.
      double scale = Double.isInfinite(speed) ? Double.MAX_VALUE : speed;
      lookX = vx / scale;
      lookY = vy / scale;
      lookZ = vz / scale;
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
    if (hit && motion.end() != ProjectileMotion.End.STICKS) {
      end();
    } else if (onGround && ++stuckTicks >= STUCK_LIFETIME) {
      world.remove(this, Cause.DESPAWNED, -1);
    }
  }

  private void end() {
    Blast blast = motion.blast();
    if (blast == null) {
      boolean modelled = motion.end() != ProjectileMotion.End.UNMODELLED;
      world.remove(this, modelled ? Cause.LANDED : Cause.UNMODELLED, -1);
      return;
    }
    world.remove(this, Cause.EXPLODED, -1);
    double before = blast.wind() ? WIND_BEFORE : 0;
    world
        .explosions()
        .explode(this, x + faceX * before, y + faceY * before, z + faceZ * before, blast);
  }
}
