package ticklane.host.minestom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import ticklane.core.Box;
import ticklane.core.EventKind;
import ticklane.core.NameTable;
import ticklane.host.minestom.entity.Body;

final class ImpulseTest {
  private static final double EXACT = 1e-12;

  private static List<TestGame.Row> impulses(TestGame game, Body of) {
    return game.events(EventKind.IMPULSE).stream().filter(row -> row.id() == of.number()).toList();
  }

  private static String cause(TestGame game, TestGame.Row row) {
    return game.host.name(NameTable.CAUSE, row.c());
  }

  @Test
  void aLandingIsOneImpulseOfTheSpeedItCameWith() {
    TestGame game = TestGame.flat();
    Body tnt = game.tnt(0.5, 64.5, 0.5, 80);
    game.ticks(30);
    assertThat(impulses(game, tnt)).hasSize(1);
    TestGame.Row landing = impulses(game, tnt).get(0);
    assertThat(cause(game, landing)).isEqualTo("collision");
    // 0.5 blocks: after 4 ticks it has fallen 0.3881, and comes down with v4 - 0.04.
    double v = 0;
    for (int i = 0; i < 4; i++) {
      v = (v - 0.04) * 0.98;
    }
    assertThat(landing.tick()).isEqualTo(5);
    assertThat(landing.v1().y()).isCloseTo(v - 0.04, within(EXACT));
    assertThat(landing.v2().y()).isZero();
    assertThat(landing.pos().y()).isEqualTo(64);
  }

  @Test
  void aFallingBlockThatBecomesABlockHasAnImpulseBeforeItIsRemoved() {
    TestGame game = TestGame.flat();
    Body sand = game.sand(0.5, 70, 0.5);
    game.ticks(40);
    TestGame.Row landing = impulses(game, sand).get(0);
    TestGame.Row removed =
        game.events(EventKind.ENTITY_REMOVE).stream()
            .filter(row -> row.id() == sand.number())
            .findFirst()
            .orElseThrow();
    assertThat(landing.tick()).isEqualTo(removed.tick());
    assertThat(landing.order()).isLessThan(removed.order());
    assertThat(landing.v1()).isEqualTo(removed.v1());
    assertThat(landing.v2().y()).isZero();
  }

  @Test
  void aWallStopsOnlyWhatGoesIntoIt() {
    TestGame game = TestGame.empty();
    game.host.fillBlocks(new Box(3, 90, -3, 3, 110, 3), game.block("stone"));
    Body sand = game.sand(0.5, 100, 0.5);
    sand.setWeightless(true);
    sand.setMotion(1.5, 0, 0.25);
    game.ticks(5);
    assertThat(impulses(game, sand)).hasSize(1);
    TestGame.Row hit = impulses(game, sand).get(0);
    assertThat(hit.v1().x()).isCloseTo(1.5 * 0.98, within(EXACT));
    assertThat(hit.v2().x()).isZero();
    assertThat(hit.v2().z()).isEqualTo(hit.v1().z());
  }

  @Test
  void restingSlidingAndFallingFreelyAreNoImpulses() {
    TestGame game = TestGame.flat();
    Body resting = game.tnt(5.5, 64, 5.5, 500);
    Body sliding = game.tnt(-5.5, 64, 5.5, 500);
    Body falling = game.sand(0.5, 300, 0.5);
    game.ticks(2);
    game.events.clear();
    sliding.setMotion(0.5, 0, 0);
    game.ticks(60);
    assertThat(sliding.x).isGreaterThan(-5.4);
    assertThat(impulses(game, resting)).isEmpty();
    assertThat(impulses(game, sliding)).isEmpty();
    assertThat(impulses(game, falling)).isEmpty();
  }

  @Test
  void anArrowThatSticksHasOneImpulse() {
    TestGame game = TestGame.flat();
    Body arrow = game.spawn("arrow", 0.5, 70, 0.5);
    game.ticks(60);
    assertThat(impulses(game, arrow)).hasSize(1);
    TestGame.Row hit = impulses(game, arrow).get(0);
    assertThat(hit.v1().y()).isLessThan(-0.5);
    assertThat(hit.v2().y()).isZero();
    assertThat(hit.v2().x()).isZero();
  }
}
