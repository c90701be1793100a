package ticklane.host.minestom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import ticklane.core.Box;
import ticklane.core.CommandResult;
import ticklane.core.EventKind;
import ticklane.core.HostException;
import ticklane.core.SpawnRequest;
import ticklane.host.minestom.entity.Body;

/** What nobody should ask for: an error of the host's kind, or bounded work that loses nothing. */
final class BadInputTest {
  private static SpawnRequest tnt(double x, double y, double z, String nbt) {
    return new SpawnRequest("tnt", x, y, z, 0, 0, 0, 0, 0, "", 1, "", "", -1, nbt);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tnt|{explosion_power:1000000f}",
        "tnt|{explosion_power:-1f}",
        "tnt|{explosion_power:1e400}",
        "tnt|{fuse:-1s}",
        "tnt|{fuse:40000}",
        "tnt_minecart|{fuse:-2}",
        "tnt_minecart|{explosion_power:129f}",
        "tnt_minecart|{explosion_speed_factor:-1f}",
        "creeper|{ExplosionRadius:-3b}",
        "creeper|{ExplosionRadius:1000000}",
        "creeper|{Fuse:-1s}",
        "fireball|{ExplosionPower:-1b}",
        "fireball|{ExplosionPower:1000000}",
        "end_crystal|{ShowBottom:0b}"
      })
  void dataOutOfRangeIsRefused(String type, String nbt) {
    TestGame game = TestGame.empty();
    assertThatThrownBy(() -> game.host.spawn(TestGame.withNbt(type, nbt)))
        .isInstanceOf(HostException.class)
        .extracting("kind")
        .isEqualTo(HostException.BAD_VALUE);
    assertThat(game.game.population().members()).isEmpty();
  }

  @Test
  void aFuseThatIsMergedIsChecked() {
    TestGame game = TestGame.empty();
    Body tnt = game.tnt(0.5, 100, 0.5, 50);
    assertThat(game.host.command("data merge entity @e[limit=1] {fuse:-7}").ok).isFalse();
    assertThat(tnt.fuse()).isEqualTo(50);
    game.host.command("kill @e");
    Body creeper = game.spawn("creeper", 0.5, 100, 0.5);
    CommandResult refused = game.host.command("data merge entity @e[limit=1] {Fuse:3s}");
    assertThat(refused.ok).isFalse();
    assertThat(refused.text).contains("Fuse can't be changed");
    assertThat(creeper.fuse()).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e6, 1e150, 1e308, -1e308})
  void whatIsTooFastLeavesTheWorld(double speed) {
    TestGame game = TestGame.flat();
    for (String type : new String[] {"tnt", "arrow", "snowball", "fireball", "zombie", "item"}) {
      Body body = game.spawn(type, 0.5, 100, 0.5, speed, speed, -speed);
      Body other = game.spawn(type, 0.5, 100, 0.5, 0, -Math.abs(speed), 0);
      game.ticks(2);
      for (Body each : new Body[] {body, other}) {
        // Gone, and told so; or stopped by the ground.
        assertThat(game.causes().containsKey(TestGame.id(each)) || each.isOnGround())
            .as(type)
            .isTrue();
        assertThat(each.x + each.y + each.z).as(type).isNotNaN();
      }
      game.host.command("kill @e");
    }
  }

  @Test
  void pushesOntoHugeVelocitiesStayFinite() {
    TestGame game = TestGame.flat();
    Body victim = game.tnt(2.5, 64, 0.5, 500);
    game.tnt(0.5, 64, 0.5, 1);
    victim.setMotion(Double.MAX_VALUE, 0, 0);
    game.ticks(1);
    assertThat(game.events(EventKind.IMPULSE)).allMatch(row -> Double.isFinite(row.v2().x()));
    game.ticks(1);
    assertThat(victim.isRemoved()).isTrue();
  }

  /**
   * 128 is the most there is; it ends, and what it breaks is counted and told or counted as lost.
   */
  @Test
  void theGreatestExplosionEndsAndLosesNothing() {
    TestGame game = TestGame.flat();
    game.host.fillBlocks(new Box(-192, -60, -192, 207, 63, 207), game.block("dirt"));
    game.spawn("zombie", 3.5, 64, 0.5);
    game.forget();
    int before = game.game.population().members().size();
    assertThat(before).isEqualTo(1);
    game.host.spawn(tnt(0.5, 64, 0.5, "{explosion_power:128f}"));
    game.forget();
    game.queue.want(EventKind.EXPLOSION.bit());
    game.game.tick();
    game.drain();
    TestGame.Row blast = game.events(EventKind.EXPLOSION).get(0);
    assertThat(blast.a()).isGreaterThan(50_000);
    int items =
        game.game.population().members().stream()
            .map(Body.class::cast)
            .filter(body -> body.count() > 0)
            .mapToInt(Body::count)
            .sum();
    assertThat(items).isEqualTo(blast.a());
  }

  @Test
  void anExplosionAtTheBorderAndOutOfTheWorldsHeightEnds() {
    TestGame game = TestGame.flat();
    game.host.spawn(tnt(207.9, 64, 207.9, "{NoGravity:1b,explosion_power:20f}"));
    game.host.spawn(tnt(0.5, 318.5, 0.5, "{NoGravity:1b,explosion_power:20f}"));
    game.host.spawn(tnt(0.5, 5_000, 0.5, "{NoGravity:1b,explosion_power:20f}"));
    game.host.spawn(tnt(0.5, -100, 0.5, "{NoGravity:1b,explosion_power:20f}"));
    game.ticks(1);
    var blasts = game.events(EventKind.EXPLOSION);
    assertThat(blasts).hasSize(4);
    assertThat(blasts.get(0).a()).isPositive();
    assertThat(blasts.get(1).a()).isZero();
  }
}
