package ticklane.host.minestom;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import net.minestom.server.coordinate.BlockVec;
import net.minestom.server.coordinate.Vec;
import net.minestom.server.entity.PlayerHand;
import net.minestom.server.instance.block.BlockFace;
import net.minestom.server.network.packet.client.play.ClientInteractEntityPacket;
import net.minestom.server.network.packet.client.play.ClientPlayerBlockPlacementPacket;
import org.junit.jupiter.api.Test;
import ticklane.core.EventKind;
import ticklane.host.minestom.entity.Body;

/** What a real client sets off by hand. */
final class HandsTest {
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  private static void tickUntil(TestGame game, BooleanSupplier done) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    for (game.ticks(1); !done.getAsBoolean(); game.ticks(1)) {
      assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
      LockSupport.parkNanos(5_000_000);
    }
  }

  private static void use(LoopbackClient client, int x, int y, int z) throws IOException {
    client.send(
        new ClientPlayerBlockPlacementPacket(
            PlayerHand.MAIN, new BlockVec(x, y, z), BlockFace.TOP, 0.5f, 1, 0.5f, false, false, 1));
  }

  private static Body one(TestGame game, String type) {
    return game.game.population().members().stream()
        .filter(member -> member.getEntityType().key().value().equals(type))
        .map(Body.class::cast)
        .findFirst()
        .orElse(null);
  }

  @Test
  void anchorsExplodeTntIsLitAndCreepersAreIgnited() throws IOException {
    TestGame game = TestGame.flat();
    game.openToPlayers();
    game.host.setBlock(2, 64, 0, game.block("respawn_anchor[charges=1]"), true);
    game.host.setBlock(-2, 64, 0, game.block("respawn_anchor[charges=0]"), true);
    try (LoopbackClient client = new LoopbackClient(TestGame.port(), "lighter")) {
      tickUntil(game, () -> client.position != null && client.chunks.get() > 100);
      use(client, -2, 64, 0);
      use(client, 2, 64, 0);
      tickUntil(game, () -> !game.events(EventKind.EXPLOSION).isEmpty());
      TestGame.Row anchor = game.events(EventKind.EXPLOSION).get(0);
      assertThat(anchor.value()).isEqualTo(5);
      assertThat(anchor.id()).isEqualTo(-1);
      assertThat(anchor.pos()).isEqualTo(new Vec(2.5, 64.5, 0.5));
      assertThat(game.events(EventKind.EXPLOSION)).hasSize(1);

      game.item("flint_and_steel", 1, client.position.x(), 64.5, client.position.z());
      game.item("flint_and_steel", 1, 0, 64.2, 0);
      tickUntil(game, () -> game.causes().containsValue("picked_up"));
      game.host.setBlock(0, 66, 1, game.block("tnt"), true);
      use(client, 0, 66, 1);
      tickUntil(game, () -> one(game, "tnt") != null);
      assertThat(one(game, "tnt").fuse()).isBetween(1, 80);
      assertThat(one(game, "tnt").y).isBetween(60.0, 68.0);
      game.host.command("kill @e[type=tnt]");

      Body creeper = game.spawn("creeper", 1.5, 66, 1.5);
      creeper.setWeightless(true);
      client.send(
          new ClientInteractEntityPacket(
              creeper.getEntityId(), PlayerHand.MAIN, new Vec(0, 1, 0), false));
      tickUntil(game, () -> game.events(EventKind.EXPLOSION).size() == 2);
      assertThat(game.events(EventKind.EXPLOSION).get(1).id()).isEqualTo(TestGame.id(creeper));
      assertThat(client.failure).isNull();
    }
    tickUntil(game, () -> game.host.players().isEmpty());
  }
}
