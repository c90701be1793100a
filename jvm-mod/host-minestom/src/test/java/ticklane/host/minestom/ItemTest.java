package ticklane.host.minestom;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import ticklane.core.EventKind;
import ticklane.host.minestom.entity.Body;

final class ItemTest {

  @Test
  void nearStacksMergeIntoTheLargerOne() {
    TestGame game = TestGame.flat();
    Body small = game.item("diamond", 2, 0.5, 64, 0.5);
    Body large = game.item("diamond", 5, 1.1, 64, 0.5);
    Body other = game.item("dirt", 1, 0.8, 64, 0.5);
    Body far = game.item("diamond", 1, 3, 64, 0.5);
    game.ticks(45);
    assertThat(small.isRemoved()).isTrue();
    assertThat(large.count()).isEqualTo(7);
    assertThat(other.isRemoved()).isFalse();
    assertThat(far.count()).isEqualTo(1);
    TestGame.Row merged = game.events(EventKind.ENTITY_REMOVE).get(0);
    assertThat(merged.b()).as("what it merged into").isEqualTo(large.number());
    assertThat(game.causes()).containsEntry(small.number(), "merged");
  }

  /** Across cells, also where a cell's number is negative, and after it was put elsewhere. */
  @Test
  void stacksInNeighbouringCellsMerge() {
    TestGame game = TestGame.flat();
    Body west = game.item("diamond", 1, -0.1, 64, -0.1);
    Body east = game.item("diamond", 2, 0.2, 64, 0.2);
    Body moved = game.item("diamond", 3, 9.5, 64, 9.5);
    moved.teleportTo(0.5, 64, -0.1);
    game.ticks(130);
    assertThat(west.isRemoved() && east.isRemoved()).isTrue();
    assertThat(moved.count()).isEqualTo(6);
  }

  @Test
  void despawnsAfterFiveMinutesOfTicks() {
    TestGame game = TestGame.flat();
    Body item = game.item("diamond", 1, 0.5, 64, 0.5);
    game.ticks(5999);
    assertThat(item.isRemoved()).isFalse();
    game.ticks(1);
    assertThat(game.causes()).containsEntry(item.number(), "despawned");
  }

  @Test
  void slidesFurtherOnIce() {
    TestGame game = TestGame.flat();
    game.host.fillBlocks(new ticklane.core.Box(-5, 63, 5, 30, 63, 5), game.block("ice"));
    Body onGrass = game.item("diamond", 1, 0.5, 64, 0.5);
    Body onIce = game.item("diamond", 1, 0.5, 64, 5.5);
    onGrass.setMotion(0.3, 0, 0);
    onIce.setMotion(0.3, 0, 0);
    game.ticks(100);
    assertThat(onIce.x - 0.5).isGreaterThan(4 * (onGrass.x - 0.5));
    assertThat(onGrass.vx).isZero();
  }
}
