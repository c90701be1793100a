package ticklane.host.minestom.client;

import net.minestom.server.coordinate.Pos;
import net.minestom.server.entity.RelativeFlags;
import net.minestom.server.network.packet.client.play.ClientEntityActionPacket;
import net.minestom.server.network.packet.client.play.ClientInputPacket;
import net.minestom.server.network.packet.client.play.ClientPlayerPositionAndRotationPacket;
import net.minestom.server.network.packet.client.play.ClientPlayerPositionPacket;
import net.minestom.server.network.packet.client.play.ClientPlayerPositionStatusPacket;
import net.minestom.server.network.packet.client.play.ClientPlayerRotationPacket;
import net.minestom.server.network.packet.client.play.ClientTeleportConfirmPacket;
import net.minestom.server.network.packet.client.play.ClientTickEndPacket;
import net.minestom.server.network.packet.server.play.PlayerPositionAndLookPacket;
import ticklane.host.minestom.physics.Collider;
import ticklane.host.minestom.physics.LivingMotion;

/**
 * The client's player: moved by its own client, as in the game, which tells the server where it is.
 * A tick: keys, jump, acceleration along the keys, the move, gravity 0.08, drag 0.98 down and 0.91
 * times the ground's slipperiness along.
 *
 * <p>Sources: prismarine-physics; mcpk.wiki Horizontal and Vertical Movement Formulas.
 */
final class OwnPlayer {
  private static final double JUMP = 0.42f;
  private static final double SPRINT_JUMP = 0.2f;

  private static final float INPUT = 0.98f;
  private static final float SNEAKING = 0.3f;
  private static final float WALK = 0.1f;
  private static final float SPRINT = WALK * 1.3f;
  private static final float AIR = 0.02f;
  private static final float SPRINT_AIR = 0.026f;

  /** Speed on the ground times the cube of its slipperiness is the same on every ground. */
  private static final float GRIP = 0.21600002f;

  private static final double STEP = 0.6;

  /** The edge of a block is felt for in steps of this. */
  private static final double EDGE = 0.05;

  private static final double SNEAK_HEIGHT = 1.5;
  private static final double HEIGHT = 1.8;
  private static final double WIDTH = 0.6f;
  private static final double STANDING_EYES = 1.62;
  private static final double SNEAKING_EYES = 1.27;

  /** Farther than this, or this many ticks later, the server is told the place again. */
  private static final double TELL_SQUARE = 2e-4 * 2e-4;

  private static final int TELL_TICKS = 20;

  private final SeenWorld world;
  private final ServerLink link;
  private final SeenEntity body;
  final Controls controls = new Controls();
  private Pos told = Pos.ZERO;
  private boolean toldGround;
  private boolean toldSprint;
  private byte toldKeys;
  private int sinceTold;
  private boolean placed;
  private boolean blocked;

  OwnPlayer(SeenWorld world, ServerLink link, SeenEntity body) {
    this.world = world;
    this.link = link;
    this.body = body;
  }

  SeenEntity body() {
    return body;
  }

  double height() {
    return controls.sneak ? SNEAK_HEIGHT : HEIGHT;
  }

  /** Height of the eyes above the feet. */
  double eyes() {
    return controls.sneak ? SNEAKING_EYES : STANDING_EYES;
  }

  /** Whether the server has put it anywhere yet. */
  boolean isPlaced() {
    return placed;
  }

  /** The server puts it somewhere, wholly or in part relative to where it is. */
  void put(PlayerPositionAndLookPacket packet) {
    int flags = packet.flags();
    body.x = packet.position().x() + (has(flags, RelativeFlags.X) ? body.x : 0);
    body.y = packet.position().y() + (has(flags, RelativeFlags.Y) ? body.y : 0);
    body.z = packet.position().z() + (has(flags, RelativeFlags.Z) ? body.z : 0);
    body.yaw = packet.yaw() + (has(flags, RelativeFlags.YAW) ? body.yaw : 0);
    body.pitch = packet.pitch() + (has(flags, RelativeFlags.PITCH) ? body.pitch : 0);
    body.vx = packet.delta().x() + (has(flags, RelativeFlags.DELTA_X) ? body.vx : 0);
    body.vy = packet.delta().y() + (has(flags, RelativeFlags.DELTA_Y) ? body.vy : 0);
    body.vz = packet.delta().z() + (has(flags, RelativeFlags.DELTA_Z) ? body.vz : 0);
    body.remember();
    placed = true;
    link.send(new ClientTeleportConfirmPacket(packet.teleportId()));
    told = here();
    toldGround = false;
    link.send(new ClientPlayerPositionAndRotationPacket(told, false, false));
  }

  private static boolean has(int flags, int bit) {
    return (flags & bit) != 0;
  }

  private Pos here() {
    return new Pos(body.x, body.y, body.z, body.yaw, body.pitch);
  }

  /** Moves it by its keys and what else acts on it, and tells the server. */
  void tick() {
    body.age++;
    if (placed && world.blocks().isLoaded((int) Math.floor(body.x), (int) Math.floor(body.z))) {
      move();
    }
    tell();
    controls.done();
  }

  private void move() {
    body.vx = Math.abs(body.vx) < LivingMotion.STANDING ? 0 : body.vx;
    body.vy = Math.abs(body.vy) < LivingMotion.STANDING ? 0 : body.vy;
    body.vz = Math.abs(body.vz) < LivingMotion.STANDING ? 0 : body.vz;
    boolean sprints = sprints();
    if (controls.jump && body.onGround) {
      body.vy = JUMP;
      if (sprints) {
        double yaw = Math.toRadians(body.yaw);
        body.vx -= Math.sin(yaw) * SPRINT_JUMP;
        body.vz += Math.cos(yaw) * SPRINT_JUMP;
      }
    }
    float slip =
        body.onGround ? world.table().frictionBelow(world.blocks(), body.x, body.y, body.z) : 1;
    float speed =
        body.onGround
            ? (sprints ? SPRINT : WALK) * (GRIP / (slip * slip * slip))
            : sprints ? SPRINT_AIR : AIR;
    accelerate(speed);
    collide();
    body.vy = (body.vy - LivingMotion.GRAVITY) * LivingMotion.DRAG_Y;
    float drag = slip * LivingMotion.DRAG_XZ;
    body.vx *= drag;
    body.vz *= drag;
  }

  private boolean sprints() {
    return controls.sprint && controls.forward > 0 && !controls.sneak;
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

  private void collide() {
    if (controls.sneak && body.onGround && body.vy <= 0) {
      holdBack();
    }
    Collider collider = world.collider();
    double height = height();
    collider.move(body.x, body.y, body.z, WIDTH, height, body.vx, body.vy, body.vz);
    if ((collider.hitX || collider.hitZ) && (body.onGround || (collider.hitY && body.vy < 0))) {
      collider.stepUp(body.x, body.y, body.z, WIDTH, height, body.vx, body.vy, body.vz, STEP);
    }
    body.x = collider.x;
    body.y = collider.y;
    body.z = collider.z;
    body.onGround = collider.hitY && body.vy < 0;
    blocked = collider.hitX || collider.hitZ;
    body.vx = collider.hitX ? 0 : body.vx;
    body.vy = collider.hitY ? 0 : body.vy;
    body.vz = collider.hitZ ? 0 : body.vz;
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
    return world.collider().isFree(body.x + dx, body.y - STEP, body.z + dz, WIDTH, STEP);
  }

  private void tell() {
    if (!placed) {
      return;
    }
    tellKeys();
    Pos now = here();
    sinceTold++;
    boolean went = now.distanceSquared(told) > TELL_SQUARE || sinceTold >= TELL_TICKS;
    boolean turned = now.yaw() != told.yaw() || now.pitch() != told.pitch();
    if (went && turned) {
      link.send(new ClientPlayerPositionAndRotationPacket(now, body.onGround, blocked));
    } else if (went) {
      link.send(new ClientPlayerPositionPacket(now, body.onGround, blocked));
    } else if (turned) {
      link.send(new ClientPlayerRotationPacket(now.yaw(), now.pitch(), body.onGround, blocked));
    } else if (toldGround != body.onGround) {
      link.send(new ClientPlayerPositionStatusPacket(body.onGround, blocked));
    }
    if (went) {
      sinceTold = 0;
      told = now;
    } else {
      told = told.withView(now);
    }
    toldGround = body.onGround;
    link.send(new ClientTickEndPacket());
  }

  private void tellKeys() {
    ClientInputPacket keys =
        new ClientInputPacket(
            controls.forward > 0,
            controls.forward < 0,
            controls.left > 0,
            controls.left < 0,
            controls.jump,
            controls.sneak,
            controls.sprint);
    if (keys.flags() != toldKeys) {
      toldKeys = keys.flags();
      link.send(keys);
    }
    if (sprints() != toldSprint) {
      toldSprint = sprints();
      link.send(
          new ClientEntityActionPacket(
              body.id,
              toldSprint
                  ? ClientEntityActionPacket.Action.START_SPRINTING
                  : ClientEntityActionPacket.Action.STOP_SPRINTING,
              0));
    }
  }
}
