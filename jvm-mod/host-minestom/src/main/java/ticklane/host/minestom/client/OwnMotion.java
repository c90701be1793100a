package ticklane.host.minestom.client;

import net.minestom.server.coordinate.Vec;
import ticklane.host.minestom.physics.Cells;
import ticklane.host.minestom.physics.Collider;
import ticklane.host.minestom.physics.Fluids;
import ticklane.host.minestom.physics.LivingMotion;
import ticklane.host.minestom.world.BlockKind;
import ticklane.host.minestom.world.BlockTable;

/**
 * How the client's player moves by its keys. A tick in the air: jump, acceleration along the keys,
 * the move, gravity 0.08, drag 0.98 down and 0.91 times the ground's slipperiness along; in water
 * and lava as all that lives, swimming by 0.02 along the keys, 0.04 up or down.
 *
 * <p>Sources: prismarine-physics; azalea-physics travel.rs; mcpk.wiki Horizontal and Vertical
 * Movement Formulas.
 */
final class OwnMotion {
  private static final double JUMP = 0.42f;
  private static final double SPRINT_JUMP = 0.2f;

  private static final float INPUT = 0.98f;
  private static final float SNEAKING = 0.3f;
  private static final float WALK = 0.1f;
  private static final float SPRINT = WALK * 1.3f;
  private static final float AIR = 0.02f;
  private static final float SPRINT_AIR = 0.026f;

  /** Along the keys in a fluid; its jump key lifts and its sneak key sinks it by the other. */
  private static final float SWIM = 0.02f;

  private static final double PADDLE = 0.04f;

  /** Shallower than this, who stands jumps from the ground. */
  private static final double JUMP_DEPTH = 0.4;

  /** On a ladder: the fastest along and down, and the way up. */
  private static final double CLIMB_MOST = 0.15f;

  private static final double CLIMB_UP = 0.2;

  /** Speed on the ground times the cube of its slipperiness is the same on every ground. */
  private static final float GRIP = 0.21600002f;

  private static final double STEP = 0.6;

  /** The edge of a block is felt for in steps of this. */
  private static final double EDGE = 0.05;

  static final double WIDTH = 0.6f;

  private final SeenWorld world;
  private final BlockTable table;
  private final Collider collider;
  private final Fluids fluids;
  private final SeenEntity body;
  private final Controls controls;
  private boolean blocked;
  private boolean webbed;

  OwnMotion(SeenWorld world, SeenEntity body, Controls controls) {
    this.world = world;
    this.body = body;
    this.controls = controls;
    table = world.table();
    collider = world.collider();
    fluids = new Fluids(world.blocks(), table);
  }

  /** Whether a side has stopped the last move. */
  boolean isBlocked() {
    return blocked;
  }

  boolean sprints() {
    return controls.sprint && controls.forward > 0 && !controls.sneak;
  }

  /** One tick. */
  void move(double height) {
    final double ox = body.x;
    final double oy = body.y;
    final double oz = body.z;
    fluids.probe(body.x, body.y, body.z, WIDTH, height);
    double water = fluids.water;
    double lava = fluids.lava;
    if (water > 0 && controls.sneak) {
      body.vy -= PADDLE;
    }
    body.vx = Math.abs(body.vx) < LivingMotion.STANDING ? 0 : body.vx;
    body.vy = Math.abs(body.vy) < LivingMotion.STANDING ? 0 : body.vy;
    body.vz = Math.abs(body.vz) < LivingMotion.STANDING ? 0 : body.vz;
    if (controls.jump) {
      double depth = lava > 0 ? lava : water;
      if (depth > 0 && (!body.onGround || depth > JUMP_DEPTH)) {
        body.vy += PADDLE;
      } else if (body.onGround) {
        jump();
      }
    }
    if (water > 0 || lava > 0) {
      swim(water, lava, height);
    } else {
      walk(height);
    }
    touch(ox, oy, oz, height);
  }

  private void jump() {
    body.vy = JUMP * table.jumpFactorBelow(world.blocks(), body.x, body.y, body.z);
    if (sprints()) {
      double yaw = Math.toRadians(body.yaw);
      body.vx -= Math.sin(yaw) * SPRINT_JUMP;
      body.vz += Math.cos(yaw) * SPRINT_JUMP;
    }
  }

  private void walk(double height) {
    boolean sprints = sprints();
    float slip = body.onGround ? table.frictionBelow(world.blocks(), body.x, body.y, body.z) : 1;
    float speed =
        body.onGround
            ? (sprints ? SPRINT : WALK) * (GRIP / (slip * slip * slip))
            : sprints ? SPRINT_AIR : AIR;
    accelerate(speed);
    if (climbs()) {
      body.vx = Math.clamp(body.vx, -CLIMB_MOST, CLIMB_MOST);
      body.vz = Math.clamp(body.vz, -CLIMB_MOST, CLIMB_MOST);
      body.vy = Math.max(body.vy, controls.sneak ? 0 : -CLIMB_MOST);
    }
    collide(height);
    if ((blocked || controls.jump) && climbs()) {
      body.vy = CLIMB_UP;
    }
    body.vy = (body.vy - LivingMotion.GRAVITY) * LivingMotion.DRAG_Y;
    float drag = slip * LivingMotion.DRAG_XZ;
    body.vx *= drag;
    body.vz *= drag;
  }

  private void swim(double water, double lava, double height) {
    double lastY = body.y;
    boolean falls = body.vy <= 0;
    accelerate(SWIM);
    collide(height);
    if (water > 0) {
      if (blocked && climbs()) {
        body.vy = CLIMB_UP;
      }
      slow(LivingMotion.WATER_DRAG, LivingMotion.WATER_DRAG);
      body.vy = LivingMotion.sink(body.vy, LivingMotion.GRAVITY, falls);
    } else if (lava <= LivingMotion.SHALLOW) {
      slow(LivingMotion.LAVA_DRAG, LivingMotion.WATER_DRAG);
      body.vy = LivingMotion.sink(body.vy, LivingMotion.GRAVITY, falls);
    } else {
      slow(LivingMotion.LAVA_DRAG, LivingMotion.LAVA_DRAG);
    }
    if (water == 0) {
      body.vy -= LivingMotion.GRAVITY / 4;
    }
    if (fluids.isBank(
        collider, body.x, body.y, body.z, WIDTH, height, body.vx, body.vy, body.vz, lastY)) {
      body.vy = LivingMotion.LIFT;
    }
  }

  private void slow(double along, double down) {
    body.vx *= along;
    body.vy *= down;
    body.vz *= along;
  }

  /** Whether its feet are at a ladder or vine. */
  private boolean climbs() {
    return table.kindBelow(world.blocks(), body.x, body.y, body.z, 0) == BlockKind.CLIMBABLE;
  }

  private void accelerate(float speed) {
    double scale = INPUT * (controls.sneak ? SNEAKING : 1);
    double left = controls.left * scale;
    double forward = controls.forward * scale;
    double square = left * left + forward * forward;
    if (square < 1e-7) {
      return;
    }
    double length = square > 1 ? Math.sqrt(square) : 1;
    double yaw = Math.toRadians(body.yaw);
    double sin = Math.sin(yaw);
    double cos = Math.cos(yaw);
    left = left / length * speed;
    forward = forward / length * speed;
    body.vx += left * cos - forward * sin;
    body.vz += forward * cos + left * sin;
  }

  private void collide(double height) {
    if (controls.sneak && body.onGround && body.vy <= 0) {
      holdBack();
    }
    double mx = body.vx;
    double my = body.vy;
    double mz = body.vz;
    if (webbed) {
      webbed = false;
      mx *= LivingMotion.WEB_ALONG;
      my *= LivingMotion.WEB_DOWN;
      mz *= LivingMotion.WEB_ALONG;
      body.push(Vec.ZERO);
    }
    collider.move(body.x, body.y, body.z, WIDTH, height, mx, my, mz);
    if ((collider.hitX || collider.hitZ) && (body.onGround || (collider.hitY && my < 0))) {
      collider.stepUp(body.x, body.y, body.z, WIDTH, height, mx, my, mz, STEP);
    }
    body.x = collider.x;
    body.y = collider.y;
    body.z = collider.z;
    body.onGround = collider.hitY && my < 0;
    blocked = collider.hitX || collider.hitZ;
    body.vx = collider.hitX ? 0 : body.vx;
    body.vz = collider.hitZ ? 0 : body.vz;
    if (collider.hitY) {
      body.vy = bounces() ? -body.vy : 0;
    }
    float kept = table.speedFactorBelow(world.blocks(), body.x, body.y, body.z);
    body.vx *= kept;
    body.vz *= kept;
  }

  /** Slime throws back who lands on it, unless sneaking. */
  private boolean bounces() {
    return body.onGround
        && !controls.sneak
        && table.kindBelow(world.blocks(), body.x, body.y, body.z, LivingMotion.LANDING_DEPTH)
            == BlockKind.SLIME;
  }

  /** What the blocks it passed do to it, from where it was to where it is. */
  private void touch(double ox, double oy, double oz, double height) {
    Cells.along(
        body.x,
        body.y,
        body.z,
        WIDTH,
        height,
        body.x - ox,
        body.y - oy,
        body.z - oz,
        (x, y, z) -> {
          BlockKind kind = table.kind(world.blocks().codeOrAir(x, y, z));
          webbed |= kind == BlockKind.COBWEB;
          if (kind == BlockKind.BUBBLES_UP || kind == BlockKind.BUBBLES_DOWN) {
            boolean up = kind == BlockKind.BUBBLES_UP;
            body.vy = LivingMotion.bubble(body.vy, up, table.isOpenAbove(world.blocks(), x, y, z));
          }
          return true;
        });
  }

  /** Who sneaks doesn't step over an edge deeper than a step. */
  private void holdBack() {
    body.vx = upToEdge(body.vx, 0, true);
    body.vz = upToEdge(0, body.vz, false);
    while (body.vx != 0 && body.vz != 0 && isOpenBelow(body.vx, body.vz)) {
      body.vx = nearer(body.vx);
      body.vz = nearer(body.vz);
    }
  }

  private double upToEdge(double vx, double vz, boolean alongX) {
    double way = alongX ? vx : vz;
    while (way != 0 && isOpenBelow(alongX ? way : 0, alongX ? 0 : way)) {
      way = nearer(way);
    }
    return way;
  }

  private static double nearer(double way) {
    return Math.abs(way) <= EDGE ? 0 : way - Math.copySign(EDGE, way);
  }

  private boolean isOpenBelow(double dx, double dz) {
    return collider.isFree(body.x + dx, body.y - STEP, body.z + dz, WIDTH, STEP);
  }
}
