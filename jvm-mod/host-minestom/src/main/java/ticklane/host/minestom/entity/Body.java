package ticklane.host.minestom.entity;

import java.util.UUID;
import net.minestom.server.entity.EntityType;
import ticklane.core.AskedNumbers;
import ticklane.host.minestom.world.BlockKind;
import ticklane.host.minestom.world.BlockStore;

/**
 * An entity that moves by our rules: its tick, and what its kind may add to it.
 *
 * <p>It is ticked by {@link Population} in spawn order on the server thread, never by Minestom's
 * dispatcher, whose order depends on chunks.
 */
public abstract class Body extends Listed {
  /** Velocities below this on the ground are over: friction alone would take 600 ticks more. */
  private static final double STILL = 1e-7;

  /** How far below the world things end (Entity.checkBelowWorld in the game). */
  private static final int VOID_DEPTH = 64;

  /** How deep it stood in water and lava when the tick began. */
  protected double waterDepth;

  protected double lavaDepth;

  /** No block is near enough to matter in this tick. */
  protected boolean inSky;

  /** A cobweb holds its next move. */
  boolean webbed;

  private int number;
  private boolean weightless;
  private boolean asleep;
  private long sleepVersion;

  Body(Population world, EntityType type, UUID uuid) {
    super(world, type, uuid);
  }

  /** The id that scripts know it by; Minestom's own is for clients only. */
  public int number() {
    return number;
  }

  void number(int number) {
    this.number = number;
  }

  /** One tick of movement: changes position, velocity and whether it is on the ground. */
  protected abstract void move();

  /** What happens in a tick before it moves; the entity may be gone afterwards. */
  protected void begin() {}

  /** What else happens in a tick, after the movement; the entity may be gone afterwards. */
  protected void act() {}

  /** Takes damage and tells so; the entity may be gone afterwards. Returns whether it was hurt. */
  public boolean hurt(float amount, Cause cause) {
    return false;
  }

  /** Whether what a burst of wind does to it is known. */
  protected boolean isModelledInWind() {
    return true;
  }

  /** Height above the feet that explosions push towards. */
  public double pushHeight() {
    return entityType.registry().eyeHeight();
  }

  /** Another body in exactly this state, with this UUID; it is in no world yet. */
  final Body twin() {
    Body twin = copy();
    twin.x = x;
    twin.y = y;
    twin.z = z;
    twin.vx = vx;
    twin.vy = vy;
    twin.vz = vz;
    twin.yaw = yaw;
    twin.pitch = pitch;
    twin.waterDepth = waterDepth;
    twin.lavaDepth = lavaDepth;
    twin.inSky = inSky;
    twin.webbed = webbed;
    twin.age = age;
    twin.onGround = onGround;
    twin.setTags(tags());
    twin.setWeightless(weightless);
    return twin;
  }

  /** A new body of this kind with this UUID and all state that its kind adds. */
  protected abstract Body copy();

  final void tickOnce() {
    age++;
    begin();
    if (isRemoved()) {
      return;
    }
    if (!isAtRest()) {
      double ox = x;
      double oy = y;
      double oz = z;
      double ovx = vx;
      double ovy = vy;
      double ovz = vz;
      boolean stood = onGround;
      inSky = world.contact().isInSky(this);
      if (inSky) {
        waterDepth = 0;
        lavaDepth = 0;
      } else if (!world.contact().immerse(this)) {
        return;
      }
      move();
      boolean moved = ox != x || oy != y || oz != z;
      if (isRemoved() || (moved && !publish())) {
        return;
      }
      if (!inSky) {
        world.contact().touch(this, ox, oy, oz);
        if (isRemoved()) {
          return;
        }
      }
      if (!moved && ovx == vx && ovy == vy && ovz == vz && stood == onGround) {
        asleep = true;
        sleepVersion = world.blocks().version();
      }
      if (!viewers.isEmpty()) {
        show(moved, age);
      }
    }
    act();
  }

  /** Nothing would change by moving: the last move changed nothing, nor has any block since. */
  private boolean isAtRest() {
    return asleep && sleepVersion == world.blocks().version();
  }

  /** After anything but {@link #move} changed its state. */
  public final void wake() {
    asleep = false;
    jolted = true;
  }

  /** Tells Minestom the position; false when the entity left the world by it. */
  private boolean publish() {
    if (y < world.blocks().minY() - VOID_DEPTH) {
      world.remove(this, Cause.VOID, -1);
      return false;
    }
    // Heights beyond an int's would make a search of cells endless.
    if (!(y < AskedNumbers.FAR) || !BlockStore.isLoaded((int) Math.floor(x), (int) Math.floor(z))) {
      world.remove(this, Cause.UNLOADED, -1);
      return false;
    }
    place();
    return true;
  }

  /** Puts it somewhere else at once; the place is loaded. */
  public final void teleportTo(double x, double y, double z) {
    this.x = x;
    this.y = y;
    this.z = z;
    place();
    onGround = false;
    wake();
  }

  public final void turn(float yaw, float pitch) {
    this.yaw = yaw;
    this.pitch = pitch;
    turnTo();
    wake();
  }

  /** Gives it another velocity at once, which is an impulse unless it had that one. */
  public final void impel(double vx, double vy, double vz, Cause cause) {
    if (vx != this.vx || vy != this.vy || vz != this.vz) {
      world.events().impulse(this, cause, this.vx, this.vy, this.vz, vx, vy, vz);
    }
    setMotion(vx, vy, vz);
  }

  public final void setMotion(double vx, double vy, double vz) {
    this.vx = vx;
    this.vy = vy;
    this.vz = vz;
    wake();
  }

  /** Whether what a block does to the motion of what is in it is known for this. */
  protected boolean isModelledIn(BlockKind kind) {
    return switch (kind) {
      case BUBBLES_UP, BUBBLES_DOWN, HONEY, POWDER_SNOW, PORTAL -> false;
      default -> true;
    };
  }

  /** Whether what a block does to what lands on it is known for this. */
  protected boolean isModelledOn(BlockKind kind) {
    return kind != BlockKind.SLIME && kind != BlockKind.BED;
  }

  /** Whether slime throws it back. */
  protected boolean bounces() {
    return false;
  }

  /** Whether its motion in water is known. */
  protected boolean isModelledInWater() {
    return true;
  }

  /** Whether its motion in lava is known. */
  protected boolean isModelledInLava() {
    return true;
  }

  final void ground(boolean standing) {
    onGround = standing;
  }

  /** Moves by the velocity as far as blocks let it. */
  protected final void collide() {
    world.contact().collide(this, 0);
  }

  /** Gravity, the move, then drag; on the ground the block below slows it sideways as well. */
  protected final void fallAndSlide(double gravity, double drag) {
    if (!isWeightless()) {
      vy -= gravity;
    }
    slide(drag);
  }

  /** The move, then drag and friction. */
  protected final void slide(double drag) {
    collide();
    double sideways = onGround ? frictionBelow() * drag : drag;
    vx *= sideways;
    vy *= drag;
    vz *= sideways;
    if (onGround) {
      settle();
    }
  }

  /** Takes the last of a slide away. */
  protected final void settle() {
    if (Math.abs(vx) < STILL) {
      vx = 0;
    }
    if (Math.abs(vz) < STILL) {
      vz = 0;
    }
  }

  /** Slipperiness of the block that carries it (half a block below the feet, as in the game). */
  protected final float frictionBelow() {
    return world.table().frictionBelow(world.blocks(), x, y, z);
  }

  public final boolean isWeightless() {
    return weightless;
  }

  public final void setWeightless(boolean weightless) {
    this.weightless = weightless;
    setNoGravity(weightless);
  }
}
