package ticklane.host.minestom;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import net.minestom.server.coordinate.Vec;
import org.junit.jupiter.api.Test;
import ticklane.core.EventKind;
import ticklane.core.PlayerInfo;
import ticklane.host.minestom.entity.Body;

/** A real client on the loopback interface. */
final class PlayersTest {
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  private static void tickUntil(TestGame game, BooleanSupplier done) {
    deadlineLoop(
        () -> {
          game.ticks(1);
          return done.getAsBoolean();
        });
  }

  private static void deadlineLoop(BooleanSupplier done) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (!done.getAsBoolean()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
      LockSupport.parkNanos(5_000_000);
    }
  }

  @Test
  void aClientJoinsSeesTheWorldAndHasNoRights() throws IOException {
    TestGame game = TestGame.flat();
    game.openToPlayers();
    Body zombie = game.spawn("zombie", 5, 64, 5);
    try (LoopbackClient client = new LoopbackClient(TestGame.port(), "guest")) {
      tickUntil(game, () -> client.position != null && client.chunks.get() > 100);
      assertThat(client.position.y()).isEqualTo(64.0);
      assertThat(game.host.players())
          .singleElement()
          .extracting(PlayerInfo::name, PlayerInfo::gameMode)
          .containsExactly("guest", "survival");
      assertThat(game.texts).contains("guest\n");

      tickUntil(game, () -> client.spawned.containsKey(zombie.getEntityId()));
      Body sand = game.sand(8.5, 70, 8.5);
      tickUntil(game, () -> client.spawned.containsKey(sand.getEntityId()));
      tickUntil(game, () -> client.destroyed.contains(sand.getEntityId()));
      Vec cell = new Vec(8, 64, 8);
      tickUntil(game, () -> client.blocks.containsKey(cell));
      assertThat(client.blocks).containsEntry(cell, game.block("sand"));
      zombie.setMotion(0.5, 0.5, 0);
      tickUntil(game, () -> client.places.containsKey(zombie.getEntityId()));

      client.say("hello");
      tickUntil(game, () -> game.texts.contains("guest\nhello"));
      client.command("kill @e");
      tickUntil(game, () -> client.chat.stream().anyMatch(line -> line.contains("may not use")));
      client.command("tick query");
      tickUntil(game, () -> client.chat.stream().anyMatch(line -> line.contains("target rate")));
      assertThat(zombie.isRemoved()).isFalse();

      client.say("still here?");
      long before = game.host.tick();
      deadlineLoop(
          () -> {
            game.game.idle();
            game.drain();
            return game.texts.contains("guest\nstill here?");
          });
      assertThat(game.host.tick()).as("frozen").isEqualTo(before);

      game.ticks(2000);
      assertThat(client.failure).isNull();
      assertThat(game.host.players()).as("a sprint kicks nobody").hasSize(1);
    }
    tickUntil(game, () -> game.host.players().isEmpty());
    assertThat(game.events(EventKind.PLAYER_LEAVE)).hasSize(1);
    assertThat(game.game.population().members()).containsExactly(zombie);
  }
}
