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

/**
 * The client's player: moved by its own client, as in the game, which tells the server where it is.
 */
final class OwnPlayer {
  private static final double SNEAK_HEIGHT = 1.5;
  private static final double HEIGHT = 1.8;
  private static final double STANDING_EYES = 1.62;
  private static final double SNEAKING_EYES = 1.27;

  /** Farther than this, or this many ticks later, the server is told the place again. */
  private static final double TELL_SQUARE = 2e-4 * 2e-4;

  private static final int TELL_TICKS = 20;

  private final SeenWorld world;
  private final ServerLink link;
  private final SeenEntity body;
  private final OwnMotion motion;
  final Controls controls = new Controls();
  private Pos told = Pos.ZERO;
  private boolean toldGround;
  private boolean toldSprint;
  private byte toldKeys;
  private int sinceTold;
  private boolean placed;

  OwnPlayer(SeenWorld world, ServerLink link, SeenEntity body) {
    this.world = world;
    this.link = link;
    this.body = body;
    motion = new OwnMotion(world, body, controls);
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
      motion.move(height());
    }
    tell();
    controls.done();
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
      link.send(new ClientPlayerPositionAndRotationPacket(now, body.onGround, motion.isBlocked()));
    } else if (went) {
      link.send(new ClientPlayerPositionPacket(now, body.onGround, motion.isBlocked()));
    } else if (turned) {
      link.send(
          new ClientPlayerRotationPacket(
              now.yaw(), now.pitch(), body.onGround, motion.isBlocked()));
    } else if (toldGround != body.onGround) {
      link.send(new ClientPlayerPositionStatusPacket(body.onGround, motion.isBlocked()));
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
    if (motion.sprints() != toldSprint) {
      toldSprint = motion.sprints();
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
