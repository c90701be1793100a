package ticklane.host.minestom.client;

import net.minestom.server.coordinate.Vec;
import net.minestom.server.entity.PlayerHand;
import net.minestom.server.instance.block.BlockFace;
import net.minestom.server.network.packet.client.play.ClientAnimationPacket;
import net.minestom.server.network.packet.client.play.ClientAttackPacket;
import net.minestom.server.network.packet.client.play.ClientHeldItemChangePacket;
import net.minestom.server.network.packet.client.play.ClientInteractEntityPacket;
import net.minestom.server.network.packet.client.play.ClientPlayerActionPacket;
import net.minestom.server.network.packet.client.play.ClientPlayerBlockPlacementPacket;
import net.minestom.server.network.packet.client.play.ClientUseItemPacket;

/** Clicks of the client's player: on what is under its crosshair. */
final class OwnHands {
  /** How far a survival player reaches: entities, blocks (registry defaults). */
  private static final double ENTITY_REACH = 3;

  private static final double BLOCK_REACH = 4.5;

  private final SeenWorld world;
  private final ServerLink link;
  private int sequence;

  OwnHands(SeenWorld world, ServerLink link) {
    this.world = world;
    this.link = link;
  }

  void select(int slot) {
    link.send(new ClientHeldItemChangePacket((short) slot));
  }

  /** Does what was asked for since the last tick. */
  void act(OwnPlayer own) {
    if (own.controls.attack) {
      attack(own);
    }
    if (own.controls.use) {
      use(own);
    }
  }

  private void attack(OwnPlayer own) {
    Crosshair.Target target = aim(own);
    if (target.entity() != null) {
      link.send(new ClientAttackPacket(target.entity().id));
    } else if (target.block() != null) {
      // A click, not a hold: what doesn't break at once stays.
      link.send(
          new ClientPlayerActionPacket(
              ClientPlayerActionPacket.Status.STARTED_DIGGING,
              target.block(),
              target.face(),
              ++sequence));
      link.send(
          new ClientPlayerActionPacket(
              ClientPlayerActionPacket.Status.CANCELLED_DIGGING,
              target.block(),
              BlockFace.BOTTOM,
              0));
    }
    link.send(new ClientAnimationPacket(PlayerHand.MAIN));
  }

  private void use(OwnPlayer own) {
    Crosshair.Target target = aim(own);
    if (target.entity() != null) {
      link.send(
          new ClientInteractEntityPacket(
              target.entity().id, PlayerHand.MAIN, Vec.ZERO, own.controls.sneak));
    } else if (target.block() != null) {
      Vec at = target.point().sub(target.block());
      link.send(
          new ClientPlayerBlockPlacementPacket(
              PlayerHand.MAIN,
              target.block(),
              target.face(),
              (float) at.x(),
              (float) at.y(),
              (float) at.z(),
              false,
              false,
              ++sequence));
    } else {
      link.send(
          new ClientUseItemPacket(PlayerHand.MAIN, ++sequence, own.body().yaw, own.body().pitch));
    }
  }

  private Crosshair.Target aim(OwnPlayer own) {
    return Crosshair.aim(world, own, ENTITY_REACH, BLOCK_REACH);
  }
}
