package ticklane.host.minestom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import ticklane.host.minestom.entity.Body;

/**
 * Positions and velocities after t ticks in clear air, against tables derived from the constants of
 * public sources (closed forms and iteration agree).
 */
final class FreeFallTest {
  private static final double TOLERANCE = 1e-5;
  private static final int[] TICKS = {1, 2, 5, 10, 20, 40, 80};

  private static double[] fall(Body body, TestGame game, boolean alongX, boolean velocity) {
    double start = alongX ? body.x : body.y;
    double[] seen = new double[TICKS.length];
    int tick = 0;
    for (int i = 0; i < TICKS.length; i++) {
      game.ticks(TICKS[i] - tick);
      tick = TICKS[i];
      seen[i] = velocity ? body.vy : (alongX ? body.x : body.y) - start;
    }
    return seen;
  }

  private static void compare(double[] seen, String table) {
    String[] expected = table.trim().split(" +", -1);
    for (int i = 0; i < TICKS.length; i++) {
      assertThat(seen[i])
          .as("after %d ticks", TICKS[i])
          .isCloseTo(Double.parseDouble(expected[i]), within(TOLERANCE));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "tnt, -0.04 -0.1192 -0.584238 -2.073135 -7.425581 -25.678640 -81.467587",
    "falling_block, -0.04 -0.1192 -0.584238 -2.073135 -7.425581 -25.678640 -81.467587",
    "item, -0.04 -0.1192 -0.584238 -2.073135 -7.425581 -25.678640 -81.467587",
    "arrow, 0 -0.05 -0.495025 -2.191038 -8.953469 -34.485883 -123.761634",
    "snowball, -0.0297 -0.088803 -0.439604 -1.585462 -5.859177 -21.467769 -75.155268",
    "splash_potion, -0.0495 -0.148005 -0.732674 -2.642436 -9.765295 -35.779615 -125.258780",
    "experience_orb, -0.03 -0.0894 -0.438179 -1.554851 -5.569186 -19.258980 -61.100690",
    "armor_stand, 0 -0.0784 -0.768476 -3.346270 -13.251164 -48.157290 -156.535238",
  })
  void fallsFromRest(String type, String table) {
    TestGame game = TestGame.empty();
    Body body = game.spawn(type, 0.5, 250, 0.5);
    // One tick more than the fuse of 80, so that the TNT is seen until its last tick.
    if (type.equals("tnt")) {
      game.host.remove(ids(body.number()), 1);
      body = game.tnt(0.5, 250, 0.5, 200);
    }
    compare(fall(body, game, false, false), table);
  }

  private static java.nio.ByteBuffer ids(int id) {
    return java.nio.ByteBuffer.allocate(8).order(java.nio.ByteOrder.nativeOrder()).putLong(0, id);
  }

  @ParameterizedTest
  @CsvSource({
    "falling_block, -0.0392 -0.077616 -0.188315 -0.358537 -0.651488 -1.086427 -1.570648",
    "armor_stand, -0.0784 -0.155232 -0.376630 -0.717075 -1.302977 -2.172855 -3.141298",
  })
  void gathersSpeed(String type, String table) {
    TestGame game = TestGame.empty();
    compare(fall(game.spawn(type, 0.5, 250, 0.5), game, false, true), table);
  }

  @ParameterizedTest
  @CsvSource({
    "arrow, 3, 3 5.97 14.702985 28.685379 54.627924 99.308490 165.743090",
    "snowball, 1.5, 1.485 2.955150 7.277978 14.199263 27.040822 49.157703 82.042831",
  })
  void fliesAlong(String type, double speed, String table) {
    TestGame game = TestGame.empty();
    compare(fall(game.spawn(type, -120, 300, 0.5, speed, 0, 0), game, true, false), table);
  }

  /** Without a bound the search for what is in the way would never end. */
  @ParameterizedTest
  @CsvSource({"arrow", "snowball", "item", "tnt"})
  void whatIsAbsurdlyFastLeavesTheWorld(String type) {
    TestGame game = TestGame.empty();
    Body along = game.spawn(type, 0.5, 100, 0.5, 1e300, 0, 0);
    Body back = game.spawn(type, 0.5, 100, 0.5, 0, 0, -1e9);
    Body up = game.spawn(type, 0.5, 100, 0.5, 0, 1e10, 0);
    game.ticks(1);
    assertThat(List.of(along, back, up)).allMatch(Body::isRemoved);
    assertThat(game.causes()).containsEntry(up.number(), "unloaded");
  }

  @ParameterizedTest
  @CsvSource({"0.160000 0.276800 0.376554 -0.243863 -4.101661 -20.135644 -73.454076"})
  void primedTntPopsUp(String table) {
    TestGame game = TestGame.empty();
    Body tnt = game.tnt(0.5, 250, 0.5, 200);
    tnt.setMotion(0, 0.2, 0);
    compare(fall(tnt, game, false, false), table);
  }
}
