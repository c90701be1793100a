package ticklane.host.minestom;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import net.minestom.server.entity.Entity;
import org.junit.jupiter.api.Test;

class ForgottenEntitiesTest {
  /** More than lie between two ticks of Minestom's own thread. */
  private static final int TICKS = 2_100;

  private final TestGame game = TestGame.empty();

  private List<WeakReference<Entity>> comeAndGo() {
    List<WeakReference<Entity>> all = new ArrayList<>();
    for (String type : List.of("item", "tnt", "falling_block", "zombie", "arrow")) {
      Entity entity = game.spawn(type, 0.5, 90, 0.5);
      all.add(new WeakReference<>(entity));
      game.ticks(2);
    }
    game.host.command("kill @e");
    return all;
  }

  @Test
  void moreThanMinestomTakesInAtOnceAreLetGoToo() {
    List<WeakReference<Entity>> gone = new ArrayList<>();
    for (int round = 0; round < 100; round++) {
      for (int i = 0; i < 100; i++) {
        Entity entity = game.spawn("item", 0.5 + i, 90, 0.5 + round);
        if (i == 0) {
          gone.add(new WeakReference<>(entity));
        }
      }
      game.ticks(1);
      game.host.command("kill @e");
    }
    game.ticks(1_100);
    long deadline = System.nanoTime() + 20_000_000_000L;
    while (gone.stream().anyMatch(entity -> entity.get() != null) && System.nanoTime() < deadline) {
      System.gc();
    }
    assertThat(gone).allMatch(entity -> entity.get() == null);
  }

  @Test
  void entitiesThatAreGoneAreLetGoAlsoWhileNobodyIsConnected() {
    List<WeakReference<Entity>> gone = comeAndGo();
    game.ticks(TICKS);
    long deadline = System.nanoTime() + 20_000_000_000L;
    while (gone.stream().anyMatch(entity -> entity.get() != null) && System.nanoTime() < deadline) {
      System.gc();
    }
    assertThat(gone).allMatch(entity -> entity.get() == null);
  }
}
