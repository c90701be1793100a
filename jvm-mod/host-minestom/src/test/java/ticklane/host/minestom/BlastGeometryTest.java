package ticklane.host.minestom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import ticklane.core.Box;
import ticklane.core.EventKind;
import ticklane.core.SpawnRequest;
import ticklane.host.minestom.entity.Body;

/** Rays of explosions through blocks, and how much of a box they see. */
final class BlastGeometryTest {
  private static void explode(TestGame game, double x, double y, double z, String power) {
    game.host.spawn(
        new SpawnRequest(
            "tnt",
            x,
            y,
            z,
            0,
            0,
            0,
            0,
            0,
            "",
            1,
            "",
            "",
            -1,
            "{NoGravity:1b,explosion_power:%sf}".formatted(power)));
    game.ticks(1);
  }

  /** Each of the 1,352 rays (RacoonDog/explodium, wiki) leaves its own hole in a far shell. */
  @Test
  void everyRayMakesItsHole() {
    TestGame game = TestGame.empty();
    int r = 40;
    int glass = game.block("glass");
    for (Box face :
        List.of(
            new Box(-r, 100 - r, -r, -r, 100 + r, r),
            new Box(r, 100 - r, -r, r, 100 + r, r),
            new Box(-r, 100 - r, -r, r, 100 - r, r),
            new Box(-r, 100 + r, -r, r, 100 + r, r),
            new Box(-r, 100 - r, -r, r, 100 + r, -r),
            new Box(-r, 100 - r, r, r, 100 + r, r))) {
      game.host.fillBlocks(face, glass);
    }
    game.forget();
    explode(game, 0.5, 100.5 - 0.06125, 0.5, "100");
    Set<List<Integer>> holes = new HashSet<>();
    game.events(EventKind.BLOCK_CHANGE)
        .forEach(
            row ->
                holes.add(List.of((int) row.pos().x(), (int) row.pos().y(), (int) row.pos().z())));
    assertThat(holes).hasSize(game.events(EventKind.EXPLOSION).get(0).a());
    int clusters = 0;
    while (!holes.isEmpty()) {
      clusters++;
      ArrayDeque<List<Integer>> open = new ArrayDeque<>();
      open.add(holes.iterator().next());
      while (!open.isEmpty()) {
        List<Integer> cell = open.poll();
        if (!holes.remove(cell)) {
          continue;
        }
        for (int i = 0; i < 27; i++) {
          open.add(
              List.of(
                  cell.get(0) + i / 9 - 1, cell.get(1) + i / 3 % 3 - 1, cell.get(2) + i % 3 - 1));
        }
      }
    }
    assertThat(clusters).isEqualTo(1352);
  }

  /**
   * A block in the way takes (resistance + 0.3) · 0.3: what resists by 1.3 · power / 0.3 and more
   * holds whatever the chance, and what would hold 0.7 of it breaks right at the centre.
   */
  @ParameterizedTest
  @CsvSource({"obsidian, 0", "water, 0", "stone, 1", "dirt, 1"})
  void resistanceDecidesWhatBreaks(String block, int breaks) {
    TestGame game = TestGame.empty();
    game.host.fillBlocks(new Box(0, 100, 0, 0, 100, 0), game.block(block));
    explode(game, 0.5, 100.9, 0.5, "4");
    assertThat(game.events(EventKind.EXPLOSION).get(0).a()).isEqualTo(breaks);
  }

  /** A fluid in the cell resists as the fluid does (wiki), whatever plant stands in it. */
  @ParameterizedTest
  @CsvSource({"seagrass", "kelp", "'oak_slab[waterlogged=true]'", "bubble_column"})
  void whatStandsInWaterIsProtectedByIt(String state) {
    TestGame game = TestGame.empty();
    game.host.fillBlocks(new Box(1, 100, 0, 1, 100, 0), game.block(state));
    explode(game, 0.5, 100.4, 0.5, "4");
    assertThat(game.events(EventKind.EXPLOSION).get(0).a()).isZero();
  }

  /** TNT has 3 · 3 · 3 points (wiki: ⌈2 · 0.98 + 1⌉): a lid over the lower two layers hides 18. */
  @Test
  void exposureIsTheShareOfPointsThatSeeTheExplosion() {
    TestGame game = TestGame.empty();
    Body victim = game.tnt(4.5, 100, 0.5, 500);
    victim.setWeightless(true);
    // From points at 100, 100.331 and 100.662 to y 101: slabs' tops at 100.5 stop the lower two.
    game.host.fillBlocks(new Box(3, 100, -2, 3, 100, 2), game.block("smooth_stone_slab"));
    explode(game, 0.5, 101 - 0.06125, 0.5, "4");
    TestGame.Row push =
        game.events(EventKind.IMPULSE).stream()
            .filter(row -> row.id() == TestGame.id(victim))
            .findFirst()
            .orElseThrow();
    double distance = Math.sqrt(16 + 1);
    double free = 1 - distance / 8;
    double seen = push.v2().sub(push.v1()).length() / free;
    assertThat(seen * 27).isCloseTo(Math.rint(seen * 27), within(1e-6));
    assertThat(seen).isBetween(1 / 27.0, 26 / 27.0);
  }

  @ParameterizedTest
  @CsvSource({"0", "0.000001"})
  void withoutPowerItPushesNobody(String power) {
    TestGame game = TestGame.flat();
    Body victim = game.tnt(0.5, 64.06125, 0.5, 500);
    explode(game, 0.5, 64, 0.5, power);
    assertThat(game.events(EventKind.EXPLOSION)).hasSize(1);
    assertThat(game.events(EventKind.IMPULSE)).noneMatch(row -> row.id() == TestGame.id(victim));
    assertThat(victim.vx).isFinite();
  }
}
