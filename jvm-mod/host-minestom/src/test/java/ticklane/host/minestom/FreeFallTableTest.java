package ticklane.host.minestom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import ticklane.host.minestom.entity.Body;

/**
 * Every row of free_fall.csv: displacement and velocity after t ticks in clear air, iterated from
 * the constants and order of public sources, which its columns name.
 */
final class FreeFallTableTest {
  private static final double TOLERANCE = 1e-5;

  record Expected(int tick, double dx, double dy, double vx, double vy) {}

  static Stream<Arguments> cases() throws IOException {
    Map<List<String>, List<Expected>> rows = new LinkedHashMap<>();
    try (InputStream table = FreeFallTableTest.class.getResourceAsStream("/free_fall.csv")) {
      String text =
          new String(Objects.requireNonNull(table).readAllBytes(), StandardCharsets.UTF_8);
      text.lines()
          .skip(1)
          .map(line -> line.split(",", -1))
          .forEach(
              cells ->
                  rows.computeIfAbsent(
                          List.of(cells[0], cells[1], cells[6], cells[7]),
                          key -> new java.util.ArrayList<>())
                      .add(
                          new Expected(
                              Integer.parseInt(cells[8]),
                              Double.parseDouble(cells[9]),
                              Double.parseDouble(cells[10]),
                              Double.parseDouble(cells[11]),
                              Double.parseDouble(cells[12]))));
    }
    assertThat(rows).hasSize(14);
    return rows.entrySet().stream()
        .map(
            row ->
                Arguments.of(
                    row.getKey().get(0),
                    row.getKey().get(1),
                    Double.parseDouble(row.getKey().get(2)),
                    Double.parseDouble(row.getKey().get(3)),
                    row.getValue()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void movesAsTheTableSays(
      String name, String entity, double vx, double vy, List<Expected> expected) {
    TestGame game = TestGame.empty();
    Body body =
        entity.equals("tnt") ? game.tnt(-100, 260, 0.5, 200) : game.spawn(entity, -100, 260, 0.5);
    body.setMotion(vx, vy, 0);
    int tick = 0;
    for (Expected row : expected) {
      game.ticks(row.tick() - tick);
      tick = row.tick();
      assertThat(body.x + 100).as("x, t=%d", tick).isCloseTo(row.dx(), within(TOLERANCE));
      assertThat(body.y - 260).as("y, t=%d", tick).isCloseTo(row.dy(), within(TOLERANCE));
      assertThat(body.vx).as("vx, t=%d", tick).isCloseTo(row.vx(), within(TOLERANCE));
      assertThat(body.vy).as("vy, t=%d", tick).isCloseTo(row.vy(), within(TOLERANCE));
    }
  }
}
