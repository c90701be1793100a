package ticklane.host.minestom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import ticklane.core.Box;
import ticklane.core.EventKind;
import ticklane.host.minestom.entity.Body;
import ticklane.host.minestom.physics.BlastRays;
import ticklane.host.minestom.physics.Exposure;

final class ExplosionTest {
  private static final double TOLERANCE = 1e-5;

  private static TestGame onObsidian() {
    TestGame game = TestGame.flat();
    game.host.fillBlocks(new Box(-20, 63, -20, 20, 63, 20), game.block("obsidian"));
    return game;
  }

  @Test
  void explodesWhenTheFuseHasRunOut() {
    TestGame game = onObsidian();
    Body tnt = game.tnt(0.5, 64, 0.5, 80);
    game.ticks(79);
    assertThat(tnt.fuse()).isEqualTo(1);
    assertThat(game.events(EventKind.EXPLOSION)).isEmpty();
    game.ticks(1);
    TestGame.Row explosion = game.events(EventKind.EXPLOSION).get(0);
    assertThat(explosion.tick()).isEqualTo(80);
    assertThat(explosion.value()).isEqualTo(4);
    assertThat(explosion.id()).isEqualTo(tnt.number());
    assertThat(explosion.pos().y()).isCloseTo(64.06125, within(1e-9));
    assertThat(game.causes()).containsEntry(tnt.number(), "exploded");
  }

  @ParameterizedTest
  @CsvSource({
    "1, .873129, -.053479",
    "2, .749531, -.022954",
    "3, .624792, -.012756",
    "4, .499883, -.007654",
    "6, .249948, -.002552"
  })
  void pushesTnt(double distance, double dvx, double dvy) {
    TestGame game = onObsidian();
    Body victim = game.tnt(distance + 0.5, 64, 0.5, 200);
    game.tnt(0.5, 64, 0.5, 10);
    game.ticks(10);
    TestGame.Row push = push(game, victim);
    assertThat(push.v2().x() - push.v1().x()).isCloseTo(dvx, within(TOLERANCE));
    assertThat(push.v2().y() - push.v1().y()).isCloseTo(dvy, within(TOLERANCE));
    assertThat(push.v2().z()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "1, .692516, .534449",
    "2, .699604, .269960",
    "3, .605217, .155692",
    "4, .490888, .094711"
  })
  void pushesFallingBlocksTowardsTheirEyes(double distance, double dvx, double dvy) {
    TestGame game = TestGame.empty();
    Body victim = game.sand(distance + 0.5, 100, 0.5);
    victim.setWeightless(true);
    Body tnt = game.tnt(0.5, 100, 0.5, 10);
    tnt.setWeightless(true);
    game.ticks(10);
    TestGame.Row push = push(game, victim);
    assertThat(push.v2().x() - push.v1().x()).isCloseTo(dvx, within(TOLERANCE));
    assertThat(push.v2().y() - push.v1().y()).isCloseTo(dvy, within(TOLERANCE));
  }

  private static TestGame.Row push(TestGame game, Body victim) {
    return game.events(EventKind.IMPULSE).stream()
        .filter(row -> row.id() == victim.number())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void explosionsOfOneTickAddUp() {
    double[] single = new double[2];
    for (int n : new int[] {1, 5}) {
      TestGame game = onObsidian();
      Body victim = game.tnt(3.5, 64, 0.5, 200);
      for (int i = 0; i < n; i++) {
        game.tnt(0.5, 64, 0.5, 10);
      }
      game.ticks(10);
      double dv =
          game.events(EventKind.IMPULSE).stream()
              .filter(row -> row.id() == victim.number())
              .mapToDouble(row -> row.v2().x() - row.v1().x())
              .sum();
      single[n == 1 ? 0 : 1] = dv;
    }
    assertThat(single[1]).isCloseTo(5 * single[0], within(1e-12));
  }

  @Test
  void aWallKeepsThePushOff() {
    TestGame game = onObsidian();
    game.host.fillBlocks(new Box(2, 64, -5, 2, 70, 5), game.block("obsidian"));
    Body victim = game.tnt(4.5, 64, 0.5, 200);
    game.tnt(0.5, 64, 0.5, 10);
    game.ticks(10);
    assertThat(victim.vx).isZero();
    assertThat(game.events(EventKind.IMPULSE)).isEmpty();
  }

  @Test
  void breaksBlocksAndPrimesTnt() {
    TestGame game = TestGame.flat();
    game.host.setBlock(2, 64, 0, game.block("tnt"), true);
    game.tnt(0.5, 64, 0.5, 5);
    game.ticks(5);
    TestGame.Row explosion = game.events(EventKind.EXPLOSION).get(0);
    assertThat(explosion.a()).isGreaterThan(20);
    assertThat(game.events(EventKind.BLOCK_CHANGE).stream().filter(row -> row.b() == 0))
        .hasSize(explosion.a());
    Body primed = (Body) game.game.population().members().get(0);
    assertThat(primed.fuse()).isBetween(10, 29);
    assertThat(primed.vy).isEqualTo(0.2);
    assertThat(Math.hypot(primed.vx, primed.vz)).isCloseTo(0.02, within(1e-12));
    assertThat(primed.age()).isZero();
  }

  @Test
  void hurtsWhatLives() {
    TestGame game = onObsidian();
    Body stand = game.spawn("zombie", 3.5, 64, 0.5);
    Body item = game.item("diamond", 3, 2.5, 64, 2.5);
    game.tnt(0.5, 64, 0.5, 5);
    game.ticks(5);
    TestGame.Row damage = game.events(EventKind.DAMAGE).get(0);
    double impact = 1 - Math.sqrt(9 + 0.06125 * 0.06125) / 8;
    assertThat(damage.value()).isCloseTo(Exposure.damage(impact, 4), within(1e-4));
    assertThat(game.causes())
        .containsEntry(stand.number(), "died")
        .containsEntry(item.number(), "exploded");
  }

  @ParameterizedTest
  @CsvSource({"1, 57", "0.75, 37.75", "0.5, 22", "0.25, 9.75"})
  void damageFollowsImpact(double impact, float damage) {
    assertThat(Exposure.damage(impact, 4)).isEqualTo(damage);
  }

  @Test
  void sendsOutTheGamesRays() {
    assertThat(BlastRays.rays()).isEqualTo(1352);
  }

  @Test
  void ignitingATntBlockPopsItUp() {
    TestGame game = TestGame.flat();
    game.host.setBlock(0, 64, 0, game.block("tnt"), true);
    Body tnt = game.body(game.host.ignite(0, 64, 0, 30));
    assertThat(tnt.fuse()).isEqualTo(30);
    assertThat(tnt.vy).isEqualTo(0.2);
    assertThat(game.host.block(0, 64, 0)).isZero();
    assertThat(new double[] {tnt.x, tnt.y, tnt.z}).containsExactly(0.5, 64, 0.5);
  }
}
