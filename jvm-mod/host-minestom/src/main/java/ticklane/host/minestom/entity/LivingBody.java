package ticklane.host.minestom.entity;

import java.util.Set;
import java.util.UUID;
import net.minestom.server.entity.EntityType;
import net.minestom.server.entity.attribute.Attribute;
import net.minestom.server.entity.metadata.LivingEntityMeta;
import ticklane.host.minestom.physics.LivingMotion;
import ticklane.host.minestom.world.BlockKind;

/**
 * A mob or armour stand without a mind. In the air the move, then gravity 0.08, then drag 0.98 down
 * and 0.91 along, times the slipperiness of the ground. In water and lava the move, then drag, then
 * a sixteenth or a quarter of gravity. It steps up as high as its type does. It is hurt by
 * explosions, but not by falling.
 *
 * <p>Sources: prismarine-physics; azalea-physics travel.rs; mcpk.wiki Vertical Movement Formulas;
 * GrimAC for how it sinks.
 */
class LivingBody extends Body {
  /** Gravity of what falls slowly, while it falls (MinecraftMotionTools, prismarine-physics). */
  private static final double SLOW_GRAVITY = 0.01;

  /** Swimmers, whose motion in water is their own; and what water slows less than others. */
  private static final Set<String> OWN_IN_WATER =
      Set.of(
          "axolotl",
          "cod",
          "dolphin",
          "drowned",
          "elder_guardian",
          "frog",
          "glow_squid",
          "guardian",
          "nautilus",
          "polar_bear",
          "pufferfish",
          "salmon",
          "skeleton_horse",
          "squid",
          "tadpole",
          "tropical_fish",
          "turtle",
          "zombie_nautilus");

  /** After a hit only what exceeds it counts, for ten ticks. */
  private static final int INVULNERABLE_TICKS = 10;

  private final double gravity;
  private final double stepHeight;

  /** Ticks it still falls slowly, -1 for ever. */
  private int slowFalling;

  private float lastHit;
  private long hitAge = Long.MIN_VALUE / 2;

  LivingBody(Population world, EntityType type, UUID uuid, float health, int slowFalling) {
    super(world, type, uuid);
    this.health = health;
    this.slowFalling = slowFalling;
    gravity = attribute(type, Attribute.GRAVITY);
    stepHeight = attribute(type, Attribute.STEP_HEIGHT);
    if (getEntityMeta() instanceof LivingEntityMeta meta) {
      meta.setHealth(health);
    }
  }

  @Override
  protected Body copy() {
    return copyTo(new LivingBody(world, getEntityType(), getUuid(), (float) health, slowFalling));
  }

  /** Gives another its state of being hurt. */
  final LivingBody copyTo(LivingBody copy) {
    copy.health = health;
    copy.lastHit = lastHit;
    copy.hitAge = hitAge;
    copy.slowFalling = slowFalling;
    return copy;
  }

  private static double attribute(EntityType type, Attribute wanted) {
    for (var attribute : type.registry().defaultAttributes().entrySet()) {
      if (attribute.getKey().equals(wanted)) {
        return attribute.getValue();
      }
    }
    return wanted.defaultValue();
  }

  @Override
  protected boolean bounces() {
    return true;
  }

  @Override
  protected boolean isModelledIn(BlockKind kind) {
    return switch (kind) {
      case COBWEB, BUBBLES_UP, BUBBLES_DOWN, RAIL -> true;
      default -> false;
    };
  }

  @Override
  protected boolean isModelledOn(BlockKind kind) {
    return kind != BlockKind.BED;
  }

  @Override
  protected boolean isModelledInWater() {
    return !OWN_IN_WATER.contains(getEntityType().key().value());
  }

  /** Striders walk on it. */
  @Override
  protected boolean isModelledInLava() {
    return getEntityType().id() != EntityType.STRIDER.id();
  }

  @Override
  protected void move() {
    vx = Math.abs(vx) < LivingMotion.STANDING ? 0 : vx;
    vy = Math.abs(vy) < LivingMotion.STANDING ? 0 : vy;
    vz = Math.abs(vz) < LivingMotion.STANDING ? 0 : vz;
    double pull = slowFalling != 0 && vy <= 0 ? Math.min(gravity, SLOW_GRAVITY) : gravity;
    if (waterDepth > 0 || lavaDepth > 0) {
      swim(pull);
      return;
    }
    double drag = onGround ? frictionBelow() * LivingMotion.DRAG_XZ : LivingMotion.DRAG_XZ;
    world.contact().collide(this, stepHeight);
    if (!isWeightless()) {
      vy -= pull;
    }
    vx *= drag;
    vy *= LivingMotion.DRAG_Y;
    vz *= drag;
  }

  private void swim(double gravity) {
    double lastY = y;
    boolean falls = vy <= 0;
    world.contact().collide(this, stepHeight);
    if (isRemoved()) {
      return;
    }
    if (waterDepth > 0) {
      slow(LivingMotion.WATER_DRAG, LivingMotion.WATER_DRAG);
      sink(gravity, falls);
    } else if (lavaDepth <= (eyeHeight() < LivingMotion.SHALLOW ? 0 : LivingMotion.SHALLOW)) {
      slow(LivingMotion.LAVA_DRAG, LivingMotion.WATER_DRAG);
      sink(gravity, falls);
    } else {
      slow(LivingMotion.LAVA_DRAG, LivingMotion.LAVA_DRAG);
    }
    if (waterDepth == 0 && !isWeightless()) {
      vy -= gravity / 4;
    }
    world.contact().leaveFluid(this, lastY);
  }

  private double eyeHeight() {
    return getEntityType().registry().eyeHeight();
  }

  @Override
  protected void act() {
    if (slowFalling > 0) {
      slowFalling--;
      wake();
    }
  }

  private void slow(double along, double down) {
    vx *= along;
    vy *= down;
    vz *= along;
  }

  private void sink(double gravity, boolean falls) {
    if (!isWeightless()) {
      vy = LivingMotion.sink(vy, gravity, falls);
    }
  }

  /** Armour stands are not pushed by every burst of wind in the game. */
  @Override
  protected boolean isModelledInWind() {
    return !isArmourStand();
  }

  private boolean isArmourStand() {
    return getEntityType().id() == EntityType.ARMOR_STAND.id();
  }

  @Override
  public boolean hurt(float amount, Cause cause) {
    if (isArmourStand() && cause != Cause.EXPLOSION) {
      return false;
    }
    boolean protectedNow = age() - hitAge < INVULNERABLE_TICKS;
    float counted = protectedNow ? amount - lastHit : amount;
    if (counted <= 0) {
      return false;
    }
    lastHit = amount;
    if (!protectedNow) {
      hitAge = age();
    }
    // An explosion breaks an armour stand at once.
    health = isArmourStand() ? 0 : Math.max(0, health - counted);
    if (getEntityMeta() instanceof LivingEntityMeta meta) {
      meta.setHealth((float) health);
    }
    world.events().damage(this, counted, cause);
    if (health <= 0) {
      world.remove(this, Cause.DIED, -1);
    }
    return true;
  }
}
