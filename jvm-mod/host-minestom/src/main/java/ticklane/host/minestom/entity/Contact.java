package ticklane.host.minestom.entity;

import ticklane.host.minestom.physics.Cells;
import ticklane.host.minestom.physics.Collider;
import ticklane.host.minestom.physics.Fluids;
import ticklane.host.minestom.physics.LivingMotion;
import ticklane.host.minestom.world.BlockKind;
import ticklane.host.minestom.world.BlockStore;
import ticklane.host.minestom.world.BlockTable;

/**
 * What blocks do to a body: stop it, throw it back, slow it, lift it. What isn't known from public
 * sources isn't guessed: a body that meets it leaves the world with cause {@code unmodelled}.
 */
final class Contact {
  /** What a tick of gravity gives the heaviest: a faster fall onto ground is a landing. */
  private static final double MOST_GRAVITY = 0.08;

  /** Slower than this, slime also slows what slides over it; how much, no public source says. */
  private static final double SLIME_SLIDE = 0.1;

  private static final double HONEY_HEIGHT = 0.9375;
  private static final double HONEY_HALF = 0.4375;
  private static final double EPSILON = 1e-7;

  private final Population world;
  private final BlockStore blocks;
  private final BlockTable table;
  private final Collider collider;
  private final Fluids fluids;

  Contact(Population world, Collider collider) {
    this.world = world;
    this.collider = collider;
    blocks = world.blocks();
    table = world.table();
    fluids = new Fluids(blocks, table);
  }

  /**
   * Whether a body, wherever it moves in a tick, is above all blocks: then nothing has to be looked
   * for. Gravity and thrust may add a little to its velocity before it moves.
   */
  boolean isInSky(Body body) {
    double reach = body.width / 2 + 1;
    return blocks.isSky(
        (int) Math.floor(body.x + Math.min(body.vx, 0) - reach),
        (int) Math.floor(body.y + Math.min(body.vy, 0) - 2),
        (int) Math.floor(body.z + Math.min(body.vz, 0) - reach),
        (int) Math.floor(body.x + Math.max(body.vx, 0) + reach),
        (int) Math.floor(body.z + Math.max(body.vz, 0) + reach));
  }

  /** Before a body moves: what it stands in. False when it left the world by that. */
  boolean immerse(Body body) {
    fluids.probe(body.x, body.y, body.z, body.width, body.height);
    body.waterDepth = fluids.water;
    body.lavaDepth = fluids.lava;
    if (fluids.water == 0 && fluids.lava == 0) {
      return true;
    }
    if (fluids.flows
        || (fluids.water > 0 && !body.isModelledInWater())
        || (fluids.lava > 0 && !body.isModelledInLava())) {
      world.remove(body, Cause.UNMODELLED, -1);
      return false;
    }
    return true;
  }

  /**
   * Moves a body by its velocity, stopping at blocks; what was stopped is zero afterwards, or
   * thrown back. That is an impulse, unless the ground only went on to carry what stood on it.
   *
   * @param step how high it steps up onto what stops it
   */
  void collide(Body body, double step) {
    double mx = body.vx;
    double my = body.vy;
    double mz = body.vz;
    if (body.webbed) {
      body.webbed = false;
      mx *= LivingMotion.WEB_ALONG;
      my *= LivingMotion.WEB_DOWN;
      mz *= LivingMotion.WEB_ALONG;
      change(body, 0, 0, 0, Cause.COBWEB);
    }
    if (body.inSky) {
      body.x += mx;
      body.y += my;
      body.z += mz;
      body.ground(false);
      return;
    }
    collider.move(body.x, body.y, body.z, body.width, body.height, mx, my, mz);
    if (collider.isOpen) {
      body.x = collider.x;
      body.y = collider.y;
      body.z = collider.z;
      body.ground(false);
      return;
    }
    boolean stepped =
        step > 0
            && (collider.hitX || collider.hitZ)
            && (body.isOnGround() || (collider.hitY && my < 0))
            && collider.stepUp(body.x, body.y, body.z, body.width, body.height, mx, my, mz, step);
    boolean carried = (stepped || collider.y == body.y) && body.vy <= 0 && body.vy >= -MOST_GRAVITY;
    body.x = collider.x;
    body.y = collider.y;
    body.z = collider.z;
    body.ground(collider.hitY && my < 0);
    double vx = collider.hitX ? 0 : body.vx;
    double vy = collider.hitY ? 0 : body.vy;
    double vz = collider.hitZ ? 0 : body.vz;
    BlockKind below = body.isOnGround() ? landing(body) : BlockKind.PLAIN;
    if (below == BlockKind.SLIME && body.bounces() && body.vy != 0) {
      vy = -body.vy;
      if (-body.vy < SLIME_SLIDE && (vx != 0 || vz != 0)) {
        below = BlockKind.BED;
      }
      change(body, vx, vy, vz, Cause.BOUNCE);
    } else if (collider.hitX || collider.hitZ || (collider.hitY && !carried)) {
      change(body, vx, vy, vz, Cause.COLLISION);
    } else {
      body.vy = vy;
    }
    if (!body.isModelledOn(below)) {
      world.remove(body, Cause.UNMODELLED, -1);
      return;
    }
    if (body.vx != 0 || body.vz != 0) {
      double kept = table.speedFactorBelow(blocks, body.x, body.y, body.z);
      body.vx *= kept;
      body.vz *= kept;
    }
  }

  private void change(Body body, double vx, double vy, double vz, Cause cause) {
    if (vx != body.vx || vy != body.vy || vz != body.vz) {
      world.events().impulse(body, cause, body.vx, body.vy, body.vz, vx, vy, vz);
    }
    body.vx = vx;
    body.vy = vy;
    body.vz = vz;
  }

  private BlockKind landing(Body body) {
    return table.kindBelow(blocks, body.x, body.y, body.z, LivingMotion.LANDING_DEPTH);
  }

  /** After a body moved: what the blocks it passed do to it, from where it was to where it is. */
  void touch(Body body, double ox, double oy, double oz) {
    double half = body.width / 2;
    if (!blocks.mayAct(
        (int) Math.floor(Math.min(ox, body.x) - half),
        (int) Math.floor(Math.min(oy, body.y)),
        (int) Math.floor(Math.min(oz, body.z) - half),
        (int) Math.floor(Math.max(ox, body.x) + half),
        (int) Math.floor(Math.max(oy, body.y) + body.height),
        (int) Math.floor(Math.max(oz, body.z) + half))) {
      return;
    }
    Cells.along(
        body.x,
        body.y,
        body.z,
        body.width,
        body.height,
        body.x - ox,
        body.y - oy,
        body.z - oz,
        (x, y, z) -> touch(body, x, y, z));
  }

  /** False when the body left the world by it. */
  private boolean touch(Body body, int x, int y, int z) {
    BlockKind kind = table.kind(blocks.codeOrAir(x, y, z));
    if (kind == BlockKind.PLAIN || kind == BlockKind.FLUID) {
      return true;
    }
    boolean isBeside = kind != BlockKind.HONEY || slidesDown(body, x, y, z);
    if (isBeside && !body.isModelledIn(kind)) {
      world.remove(body, Cause.UNMODELLED, -1);
      return false;
    }
    switch (kind) {
      case COBWEB -> body.webbed = true;
      case BUBBLES_UP -> bubble(body, x, y, z, true);
      case BUBBLES_DOWN -> bubble(body, x, y, z, false);
      default -> {}
    }
    return true;
  }

  private static boolean slidesDown(Body body, int x, int y, int z) {
    double reach = HONEY_HALF + body.width / 2 - EPSILON;
    return !body.isOnGround()
        && body.vy < -MOST_GRAVITY
        && body.y <= y + HONEY_HEIGHT - EPSILON
        && (Math.abs(x + 0.5 - body.x) > reach || Math.abs(z + 0.5 - body.z) > reach);
  }

  private void bubble(Body body, int x, int y, int z, boolean up) {
    double vy = LivingMotion.bubble(body.vy, up, table.isOpenAbove(blocks, x, y, z));
    change(body, body.vx, vy, body.vz, Cause.BUBBLE_COLUMN);
  }

  /** A living thing in a fluid that a side stopped: over the bank, if there is room above it. */
  void leaveFluid(Body body, double lastY) {
    if (fluids.isBank(
        collider,
        body.x,
        body.y,
        body.z,
        body.width,
        body.height,
        body.vx,
        body.vy,
        body.vz,
        lastY)) {
      change(body, body.vx, LivingMotion.LIFT, body.vz, Cause.BANK);
    }
  }
}
