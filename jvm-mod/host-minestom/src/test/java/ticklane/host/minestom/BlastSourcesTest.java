package ticklane.host.minestom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import ticklane.core.Box;
import ticklane.core.CommandResult;
import ticklane.core.EventKind;
import ticklane.core.SpawnRequest;
import ticklane.host.minestom.entity.Body;
import ticklane.host.minestom.physics.Exposure;

/** What explodes, when, where and with what power: lntricate1's list and the wiki. */
final class BlastSourcesTest {
  private static final double TOLERANCE = 1e-5;

  private static Body spawn(TestGame game, String type, double x, double y, double z, String nbt) {
    return game.body(
        game.host.spawn(new SpawnRequest(type, x, y, z, 0, 0, 0, 0, 0, "", -1, "", "", -1, nbt)));
  }

  private static TestGame.Row explosion(TestGame game) {
    assertThat(game.events(EventKind.EXPLOSION)).hasSize(1);
    return game.events(EventKind.EXPLOSION).get(0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{ignited:1b}|30|3",
        "{ignited:1b,powered:1b}|30|6",
        "{ignited:1b,Fuse:5s}|5|3",
        "{ignited:1b,ExplosionRadius:7b}|30|7"
      })
  void anIgnitedCreeperExplodesAfterItsFuse(String nbt, int tick, double power) {
    TestGame game = TestGame.empty();
    game.host.fillBlocks(new Box(-9, 99, -9, 9, 99, 9), game.block("obsidian"));
    Body creeper = spawn(game, "creeper", 0.5, 100, 0.5, nbt);
    game.ticks(tick - 1);
    assertThat(game.events(EventKind.EXPLOSION)).isEmpty();
    game.ticks(1);
    TestGame.Row blast = explosion(game);
    assertThat(blast.value()).isEqualTo(power);
    assertThat(blast.id()).isEqualTo(TestGame.id(creeper));
    assertThat(blast.pos().y()).isEqualTo(100.0);
    assertThat(game.causes()).containsEntry(TestGame.id(creeper), "exploded");
  }

  @Test
  void aCreeperThatNobodyIgnitesStaysWhatItIs() {
    TestGame game = TestGame.flat();
    Body creeper = game.spawn("creeper", 0.5, 64, 0.5);
    game.ticks(100);
    assertThat(creeper.health()).isEqualTo(20);
    assertThat(game.events(EventKind.EXPLOSION)).isEmpty();
  }

  @Test
  void aCreeperIsIgnitedByItsData() {
    TestGame game = TestGame.empty();
    game.spawn("creeper", 0.5, 300, 0.5).setWeightless(true);
    assertThat(game.host.command("data merge entity @e[limit=1] {ignited:1b}").ok).isTrue();
    game.ticks(29);
    assertThat(game.events(EventKind.EXPLOSION)).isEmpty();
    game.ticks(1);
    explosion(game);
  }

  /** The wiki: its item can't be destroyed by explosions. */
  @Test
  void aNetherStarStandsExplosions() {
    TestGame game = TestGame.flat();
    Body star = game.item("nether_star", 1, 2.5, 64, 0.5);
    Body dirt = game.item("dirt", 1, 2.5, 64, 0.5);
    game.tnt(0.5, 64, 0.5, 1);
    game.ticks(1);
    assertThat(star.isRemoved()).isFalse();
    assertThat(game.causes()).containsEntry(TestGame.id(dirt), "exploded");
  }

  @Test
  void aCrystalExplodesWhenItIsHurt() {
    TestGame game = TestGame.empty();
    Body crystal = game.spawn("end_crystal", 0.5, 100, 0.5);
    game.ticks(50);
    assertThat(crystal.y).isEqualTo(100.0);
    CommandResult result = game.host.command("damage @e[type=end_crystal,limit=1] 0");
    assertThat(result.text).contains("Applied 0.0 damage");
    game.drain();
    assertThat(explosion(game).value()).isEqualTo(6);
    assertThat(explosion(game).pos().y()).isEqualTo(100.0);
    assertThat(game.causes()).containsEntry(TestGame.id(crystal), "exploded");
  }

  /** One set off by another is where sources contradict each other. */
  @Test
  void aCrystalInReachOfAnExplosionIsGoneRatherThanWrong() {
    TestGame game = TestGame.empty();
    Body crystal = game.spawn("end_crystal", 2.5, 100, 0.5);
    game.tnt(0.5, 100, 0.5, 1);
    game.ticks(1);
    assertThat(game.causes()).containsEntry(TestGame.id(crystal), "unmodelled");
    explosion(game);
  }

  @Test
  void aFireballSetsAThirdOfItsPlacesOnFire() {
    TestGame game = TestGame.flat();
    game.host.fillBlocks(new Box(-60, 63, -60, 60, 63, 60), game.block("obsidian"));
    game.host.fillBlocks(new Box(-60, 50, 20, 60, 63, 60), game.block("soul_sand"));
    game.forget();
    int places = 0;
    for (int i = 0; i < 40; i++) {
      int id =
          game.host.spawn(TestGame.withNbt("fireball", "{ExplosionPower:4b,Motion:[0d,-1d,0d]}"));
      Body ball = game.body(id);
      ball.teleportTo(-50 + 10 * (i % 10) + 0.5, 65, -40 + 10 * (i / 10) + 0.5);
      places++;
    }
    game.ticks(3);
    assertThat(game.events(EventKind.EXPLOSION)).hasSize(places);
    long fires =
        game.events(EventKind.BLOCK_CHANGE).stream()
            .filter(row -> row.b() == game.block("fire"))
            .count();
    // Over flat obsidian a power of 4 reaches about 100 cells of air that touch it.
    assertThat(fires).isBetween(40L * 15, 40L * 45);
    int soul =
        game.host.spawn(TestGame.withNbt("fireball", "{ExplosionPower:4b,Motion:[0d,-1d,0d]}"));
    game.body(soul).teleportTo(0.5, 66, 40.5);
    game.forget();
    game.ticks(4);
    assertThat(game.events(EventKind.BLOCK_CHANGE))
        .anyMatch(row -> row.b() == game.block("soul_fire"))
        .noneMatch(row -> row.b() == game.block("fire"));
  }

  /** A blue skull counts stone (6) as 0.8: it digs where a black one scratches. */
  @Test
  void aDangerousSkullBreaksWhatResistsButNotWhatWithersCannotBreak() {
    int[] broken = new int[2];
    for (int dangerous = 0; dangerous < 2; dangerous++) {
      TestGame game = TestGame.flat();
      game.host.fillBlocks(new Box(-8, 56, -8, 8, 63, 8), game.block("obsidian"));
      game.host.fillBlocks(new Box(1, 63, -8, 8, 63, 8), game.block("reinforced_deepslate"));
      String nbt = "{dangerous:%db,Motion:[0d,-1d,0d]}".formatted(dangerous);
      game.body(game.host.spawn(TestGame.withNbt("wither_skull", nbt))).teleportTo(0.5, 65, 0.5);
      game.ticks(4);
      assertThat(explosion(game).value()).isEqualTo(1);
      broken[dangerous] = explosion(game).a();
      assertThat(game.events(EventKind.BLOCK_CHANGE))
          .noneMatch(row -> row.a() == game.block("reinforced_deepslate"));
    }
    assertThat(broken[0]).isZero();
    assertThat(broken[1]).isPositive();
  }

  /** (1 - d / 2.4) · 1.22 and (1 - d / 6), to the eyes; no block breaks, nothing is hurt. */
  @ParameterizedTest
  @CsvSource({"wind_charge, 1.2, 1.22", "breeze_wind_charge, 3, 1"})
  void aWindChargePushesAndDoesNothingElse(String type, double power, double knockback) {
    TestGame game = TestGame.flat();
    Body pig = game.spawn("pig", 1.5, 64, 0.5);
    Body tnt = game.tnt(0.5, 64, 1.5, 500);
    Body item = game.item("diamond", 1, -0.5, 64, 0.5);
    game.ticks(2);
    Body charge = game.spawn(type, 0.5, 66, 0.5, 0, -1, 0);
    game.ticks(4);
    TestGame.Row blast = explosion(game);
    assertThat(blast.value()).isCloseTo(power, within(1e-6));
    assertThat(blast.a()).isZero();
    assertThat(blast.id()).isEqualTo(TestGame.id(charge));
    assertThat(game.events(EventKind.BLOCK_CHANGE)).isEmpty();
    assertThat(game.events(EventKind.DAMAGE)).isEmpty();
    assertThat(game.causes())
        .containsEntry(TestGame.id(charge), "exploded")
        .containsEntry(TestGame.id(item), "unmodelled");
    for (Body body : new Body[] {pig, tnt}) {
      TestGame.Row push =
          game.events(EventKind.IMPULSE).stream()
              .filter(row -> row.id() == TestGame.id(body))
              .findFirst()
              .orElseThrow();
      double distance = push.pos().sub(blast.pos()).length();
      double expected = (1 - distance / (2 * power)) * knockback;
      assertThat(push.v2().sub(push.v1()).length()).isCloseTo(expected, within(TOLERANCE));
    }
  }

  @Test
  void aCartWithTntExplodesWhenItsFuseIsUsedUp() {
    TestGame game = TestGame.flat();
    Body cart = spawn(game, "tnt_minecart", 0.5, 64, 0.5, "{fuse:80}");
    Body calm = spawn(game, "tnt_minecart", 40.5, 64, 0.5, "");
    game.ticks(79);
    assertThat(game.events(EventKind.EXPLOSION)).isEmpty();
    game.ticks(1);
    assertThat(explosion(game).value()).as("at rest").isEqualTo(4);
    assertThat(explosion(game).id()).isEqualTo(TestGame.id(cart));
    game.ticks(50);
    assertThat(calm.isRemoved()).isFalse();
  }

  /** 4.0 to 11.5 (lntricate1); a fall of 50 blocks and more has all of it. */
  @Test
  void aCartThatFellFarExplodesWithUpToElevenAndAHalf() {
    double least = 99;
    double most = 0;
    for (int i = 0; i < 40; i++) {
      TestGame game = new TestGame(ticklane.host.minestom.world.WorldKind.FLAT, i);
      spawn(game, "tnt_minecart", 0.5, 64 + 60, 0.5, "");
      game.ticks(110);
      double power = explosion(game).value();
      least = Math.min(least, power);
      most = Math.max(most, power);
    }
    assertThat(least).isBetween(4.0, 5.5);
    assertThat(most).isBetween(10.0, 11.5);
  }

  @Test
  void aCartThatFellLessThanThreeBlocksDoesNotExplode() {
    TestGame game = TestGame.flat();
    Body cart = spawn(game, "tnt_minecart", 0.5, 66.9, 0.5, "");
    game.ticks(60);
    assertThat(cart.isRemoved()).isFalse();
    assertThat(game.events(EventKind.EXPLOSION)).isEmpty();
  }

  @Test
  void explosionsBreakCartsAndArmourStands() {
    TestGame game = TestGame.flat();
    game.host.fillBlocks(new Box(-9, 63, -9, 9, 63, 9), game.block("obsidian"));
    Body cart = game.spawn("minecart", 2.5, 64, 0.5);
    Body chest = game.spawn("chest_minecart", -1.5, 64, 0.5);
    Body stand = game.spawn("armor_stand", 0.5, 64, 7.5);
    game.tnt(0.5, 64, 0.5, 1);
    game.ticks(1);
    assertThat(game.causes())
        .containsEntry(TestGame.id(cart), "died")
        .containsEntry(TestGame.id(chest), "unmodelled")
        .containsEntry(TestGame.id(stand), "died");
    assertThat(game.game.population().members()).hasSize(1);
  }

  /** In ten ticks after a hit only what exceeds it counts, and the event says that much. */
  @Test
  void aSecondExplosionHurtsByWhatItExceedsTheFirst() {
    TestGame game = TestGame.flat();
    game.host.fillBlocks(new Box(-9, 63, -9, 9, 63, 9), game.block("obsidian"));
    Body golem = spawn(game, "iron_golem", 4.5, 64, 0.5, "{NoGravity:1b}");
    double health = golem.health();
    game.tnt(-1.5, 64, 0.5, 1);
    game.tnt(8.5, 64, 0.5, 1); // out of the first one's reach
    game.ticks(1);
    var hits = game.events(EventKind.DAMAGE);
    assertThat(hits).hasSize(2);
    double impact = 1 - Math.sqrt(16 + 0.06125 * 0.06125) / 8;
    assertThat(hits.get(0).value() + hits.get(1).value())
        .isCloseTo(Exposure.damage(impact, 4), within(1e-4));
    assertThat(health - golem.health())
        .isCloseTo(hits.get(0).value() + hits.get(1).value(), within(1e-4));
  }

  @Test
  void theEventsOfAnExplosionHaveOneOrder() {
    TestGame game = TestGame.flat();
    game.spawn("pig", 3.5, 64, 0.5);
    game.tnt(2.5, 64, 2.5, 300);
    game.tnt(0.5, 64, 0.5, 1);
    game.ticks(1);
    var kinds =
        game.events.stream()
            .filter(row -> row.tick() == 1)
            .map(TestGame.Row::kind)
            .dropWhile(kind -> kind != EventKind.EXPLOSION)
            .distinct()
            .toList();
    assertThat(kinds)
        .containsExactly(
            EventKind.EXPLOSION,
            EventKind.DAMAGE,
            EventKind.ENTITY_REMOVE,
            EventKind.IMPULSE,
            EventKind.BLOCK_CHANGE,
            EventKind.ENTITY_SPAWN);
  }
}
