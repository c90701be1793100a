package ticklane.host.minestom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import ticklane.core.Box;
import ticklane.core.EventKind;
import ticklane.core.HostException;
import ticklane.core.NameTable;
import ticklane.host.minestom.entity.Body;

/** Fireballs, skulls, wind charges and minecarts off the rails. */
final class DrivenMotionTest {
  private static final double TOLERANCE = 1e-5;

  /** (v + 0.1) · 0.95f, then the move: Meteor Client's order, MinecraftMotionTools' numbers. */
  @ParameterizedTest
  @CsvSource({"fireball", "small_fireball", "dragon_fireball", "wither_skull"})
  void fireballsDriveThemselves(String type) {
    TestGame game = TestGame.empty();
    Body body = game.spawn(type, -100, 100, 0.5, 1, 0, 0);
    game.ticks(1);
    assertThat(body.vx).isCloseTo(1.045, within(TOLERANCE));
    assertThat(body.x + 100).isCloseTo(1.045, within(TOLERANCE));
    game.ticks(1);
    assertThat(body.vx).isCloseTo(1.08775, within(TOLERANCE));
    assertThat(body.x + 100).isCloseTo(2.13275, within(TOLERANCE));
    assertThat(body.y).isEqualTo(100.0);
    assertThat(game.events(EventKind.IMPULSE)).isEmpty();
  }

  /** Terminal speed 1.9 (old wiki table); of a dangerous skull 0.1 · 0.73 / 0.27. */
  @Test
  void fireballsHaveATerminalSpeed() {
    TestGame game = TestGame.empty();
    Body ball = game.spawn("fireball", -190, 100, 0.5, 1.89, 0, 0);
    int id = game.host.spawn(TestGame.withNbt("wither_skull", "{dangerous:1b,Motion:[0d,0d,1d]}"));
    game.ticks(150);
    assertThat(ball.vx).isCloseTo(1.9, within(1e-4));
    assertThat(game.body(id).vz).isCloseTo(0.270370, within(TOLERANCE));
  }

  @Test
  void aFireballThatIsAtRestStaysAtRest() {
    TestGame game = TestGame.empty();
    Body ball = game.spawn("fireball", 0.5, 100, 0.5);
    game.ticks(20);
    assertThat(ball.x).isEqualTo(0.5);
    assertThat(ball.y).isEqualTo(100.0);
  }

  @Test
  void aFireballExplodesWhereItHits() {
    TestGame game = TestGame.flat();
    Body ball = game.spawn("fireball", 0.5, 66, 0.5, 0, -1, 0);
    game.ticks(4);
    assertThat(game.causes()).containsEntry(ball.number(), "exploded");
    TestGame.Row blast = game.events(EventKind.EXPLOSION).get(0);
    assertThat(blast.value()).isEqualTo(1.0);
    assertThat(blast.pos().y()).isCloseTo(64, within(1e-9));
  }

  /** Along a face of a shape, at whole heights, and in the middle of a block's face. */
  @ParameterizedTest
  @CsvSource({"100, 0.5", "100, 0", "100.5, 0.5", "101, 0.5", "100.3, 0"})
  void aWallStopsALevelShotAtAnyHeight(double y, double z) {
    TestGame game = TestGame.empty();
    game.host.fillBlocks(new Box(6, 98, -2, 6, 102, 2), game.block("obsidian"));
    Body ball = game.spawn("fireball", 0.5, y, z, 1, 0, 0);
    game.ticks(12);
    assertThat(game.causes()).containsEntry(ball.number(), "exploded");
    assertThat(game.events(EventKind.EXPLOSION).get(0).pos().x()).isEqualTo(6.0);
  }

  @ParameterizedTest
  @CsvSource({"small_fireball", "dragon_fireball"})
  void whatItDoesWhereItHitsIsNotModelled(String type) {
    TestGame game = TestGame.flat();
    Body ball = game.spawn(type, 0.5, 66, 0.5, 0, -1, 0);
    game.ticks(4);
    assertThat(game.causes()).containsEntry(ball.number(), "unmodelled");
  }

  /** Meteor Client: neither gravity nor drag. */
  @ParameterizedTest
  @CsvSource({"wind_charge", "breeze_wind_charge"})
  void windChargesFlyStraight(String type) {
    TestGame game = TestGame.empty();
    Body charge = game.spawn(type, 0.5, 100, 0.5, 1.5, 0, 0);
    game.ticks(40);
    assertThat(charge.x - 0.5).isCloseTo(60, within(1e-9));
    assertThat(charge.y).isEqualTo(100.0);
  }

  /** Gravity 0.04, move, drag 0.95: -0.76 in the end, by 0.80 a tick. */
  @ParameterizedTest
  @CsvSource({"minecart", "chest_minecart"})
  void minecartsFall(String type) {
    TestGame game = TestGame.empty();
    Body cart = game.spawn(type, 0.5, 300, 0.5);
    game.ticks(1);
    assertThat(cart.y - 300).isCloseTo(-0.04, within(TOLERANCE));
    game.ticks(1);
    assertThat(cart.y - 300).isCloseTo(-0.118, within(TOLERANCE));
    game.ticks(300);
    assertThat(cart.vy).isCloseTo(-0.76, within(TOLERANCE));
    double y = cart.y;
    game.ticks(1);
    assertThat(cart.y - y).isCloseTo(-0.8, within(TOLERANCE));
  }

  /** MinecraftMotionTools: 0.62 of 1 is gone after a tick along x. */
  @Test
  void aFastMinecartIsHeldBackByAnImpulse() {
    TestGame game = TestGame.empty();
    Body cart = game.spawn("minecart", 0.5, 100, 0.5, 1, 0, 0);
    game.ticks(1);
    assertThat(cart.vx).isCloseTo(0.38, within(TOLERANCE));
    assertThat(cart.x - 0.5).isCloseTo(0.4, within(TOLERANCE));
    TestGame.Row limit = game.events(EventKind.IMPULSE).get(0);
    assertThat(game.host.name(NameTable.CAUSE, limit.c())).isEqualTo("speed_limit");
    assertThat(limit.v1().x()).isEqualTo(1.0);
    assertThat(limit.v2().x()).isEqualTo(0.4);
  }

  @Test
  void aMinecartStopsOnTheGround() {
    TestGame game = TestGame.flat();
    Body cart = game.spawn("minecart", 0.5, 64, 0.5);
    game.ticks(2);
    cart.setMotion(0.4, 0, 0);
    game.ticks(1);
    assertThat(cart.x - 0.5).isCloseTo(0.2, within(TOLERANCE));
    game.ticks(60);
    assertThat(cart.x - 0.5).isCloseTo(0.4, within(1e-4));
    assertThat(cart.vx).isZero();
  }

  @Test
  void railsAreRefused() {
    TestGame game = TestGame.flat();
    game.host.setBlock(0, 64, 0, game.block("rail"), true);
    assertThatThrownBy(() -> game.spawn("minecart", 0.5, 64, 0.5))
        .isInstanceOf(HostException.class)
        .hasMessageContaining("rails are not modelled");
    Body cart = game.spawn("minecart", 0.5, 67, 0.5);
    game.ticks(40);
    assertThat(game.causes()).containsEntry(cart.number(), "unmodelled");
  }

  @ParameterizedTest
  @CsvSource({
    "hopper_minecart",
    "furnace_minecart",
    "oak_boat",
    "fishing_bobber",
    "shulker_bullet"
  })
  void whatHasMotionOfItsOwnIsRefused(String type) {
    TestGame game = TestGame.empty();
    assertThatThrownBy(() -> game.spawn(type, 0.5, 100, 0.5))
        .isInstanceOf(HostException.class)
        .hasMessageContaining("not modelled");
  }
}
