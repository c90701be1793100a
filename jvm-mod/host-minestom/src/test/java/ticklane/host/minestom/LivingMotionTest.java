package ticklane.host.minestom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import ticklane.core.Box;
import ticklane.core.EventKind;
import ticklane.core.NameTable;
import ticklane.host.minestom.entity.Body;

/** How living bodies move, against numbers from mcpk.wiki and from physics libraries of bots. */
final class LivingMotionTest {
  /** As wide and high as a player. */
  private static final String PLAYER_SHAPED = "mannequin";

  private static Body standing(TestGame game, String type) {
    Body body = game.spawn(type, 0.5, 64, 0.5);
    game.ticks(3);
    game.events.clear();
    return body;
  }

  private static void jump(Body body) {
    body.setMotion(0, 0.42f, 0);
  }

  private static int landsAfter(TestGame game, Body body) {
    int ticks = 0;
    do {
      game.ticks(1);
      ticks++;
    } while (!body.isOnGround() && ticks < 40);
    return ticks;
  }

  /** mcpk.wiki, Vertical Movement Formulas, from 1.9 on. */
  @Test
  void aJumpTakesTwelveTicksAndPeaksAt1Point2522() {
    TestGame game = TestGame.flat();
    Body body = standing(game, PLAYER_SHAPED);
    jump(body);
    double[] heights = {
      .42, .7532, 1.0013, 1.1661, 1.2492, 1.2522, 1.1768, 1.0244, .7967, .4952, .1213, 0
    };
    for (double height : heights) {
      game.ticks(1);
      assertThat(body.y - 64).isCloseTo(height, within(6e-5));
    }
    assertThat(body.isOnGround()).isTrue();
  }

  @Test
  void standingHasADownwardVelocityAndTheSecondTickOfAJumpAnUpwardOne() {
    TestGame game = TestGame.flat();
    Body body = standing(game, PLAYER_SHAPED);
    assertThat(body.vy).isCloseTo(-0.0784, within(1e-5));
    jump(body);
    game.ticks(1);
    assertThat(body.vy).isCloseTo(0.3332, within(1e-5));
  }

  /** mcpk.wiki, Jump duration: under ceilings of so many blocks. */
  @ParameterizedTest
  @CsvSource({
    "stone, 67, 11",
    "stone_slab[type=top], 66, 6",
    "stone, 66, 3",
    "oak_trapdoor[half=top], 65, 2",
  })
  void aJumpUnderACeilingIsShorter(String ceiling, int y, int ticks) {
    TestGame game = TestGame.flat();
    Body body = standing(game, PLAYER_SHAPED);
    game.host.fillBlocks(new Box(-2, y, -2, 2, y, 2), game.block(ceiling));
    jump(body);
    assertThat(landsAfter(game, body)).isEqualTo(ticks);
  }

  /** mcpk.wiki, Jump duration: onto something higher. */
  @ParameterizedTest
  @CsvSource({"stone_slab[type=bottom], 10", "stone, 9"})
  void aJumpOntoSomethingIsShorter(String block, int ticks) {
    TestGame game = TestGame.flat();
    Body body = standing(game, PLAYER_SHAPED);
    jump(body);
    game.ticks(6);
    game.host.fillBlocks(new Box(-2, 64, -2, 2, 64, 2), game.block(block));
    assertThat(6 + landsAfter(game, body)).isEqualTo(ticks);
  }

  /** prismarine-physics test/basic. */
  @Test
  void aFallEndsExactlyOnTheGround() {
    TestGame game = TestGame.flat();
    Body body = game.spawn("zombie", 0.5, 84, 0.5);
    game.ticks(100);
    assertThat(body.y).isEqualTo(64.0);
  }

  /** mineflayer-physics-utils iceSlide, which goes by GrimAC's 1.21.11. */
  @Test
  void iceKeeps0Point8918OfASlideEachTick() {
    TestGame game = TestGame.flat();
    game.host.fillBlocks(new Box(-3, 63, -3, 40, 63, 3), game.block("ice"));
    Body body = standing(game, PLAYER_SHAPED);
    body.setMotion(0.2, body.vy, 0);
    double v = 0.2;
    for (int i = 0; i < 20; i++) {
      game.ticks(1);
      v *= 0.891800045967102;
      assertThat(body.vx).isCloseTo(v, within(1e-12));
    }
    assertThat(body.x - 0.5).isCloseTo(1.661296, within(1e-6));
    assertThat(body.vx).isCloseTo(0.0202479, within(1e-7));
    assertThat(game.events(EventKind.IMPULSE)).isEmpty();
  }

  /** Soul sand and honey keep 0.4 (prismarine-physics), stone's friction 0.6 · 0.91 after it. */
  @ParameterizedTest
  @CsvSource({"soul_sand", "honey_block"})
  void soulSandAndHoneySlowWhatGoesOverThem(String block) {
    TestGame game = TestGame.flat();
    game.host.fillBlocks(new Box(-3, 63, -3, 6, 63, 3), game.block(block));
    Body body = standing(game, PLAYER_SHAPED);
    body.setMotion(0.2, body.vy, 0);
    game.ticks(1);
    assertThat(body.x - 0.5).isCloseTo(0.2, within(1e-9));
    assertThat(body.vx).isCloseTo(0.2 * 0.4 * 0.546, within(1e-7));
  }

  /**
   * prismarine-physics: a quarter along, a twentieth down, and all velocity gone before gravity.
   */
  @Test
  void aCobwebHoldsWhatIsInIt() {
    TestGame game = TestGame.empty();
    game.host.fillBlocks(new Box(-2, 95, -2, 2, 105, 2), game.block("cobweb"));
    Body body = game.spawn("zombie", 0.5, 100, 0.5);
    game.ticks(2);
    game.events.clear();
    double y = body.y;
    game.ticks(10);
    assertThat(y - body.y).isCloseTo(10 * 0.0784 * 0.05, within(1e-6));
    List<TestGame.Row> held = game.events(EventKind.IMPULSE);
    assertThat(held).hasSize(10);
    assertThat(game.host.name(NameTable.CAUSE, held.get(0).c())).isEqualTo("cobweb");
    assertThat(held.get(0).v2().y()).isZero();
    body.setMotion(0.4, 0, 0);
    double x = body.x;
    game.ticks(1);
    assertThat(body.x - x).isCloseTo(0.1, within(1e-9));
    assertThat(body.vx).isZero();
  }

  /** minecraft.wiki/Slime_Block: 57.625 at most, about 22 after a fall of 50. */
  @ParameterizedTest
  @CsvSource({"50, 22, 1.5", "255, 50, 3"})
  void slimeThrowsLivingThingsBack(double fall, double height, double tolerance) {
    TestGame game = TestGame.flat();
    game.host.setBlock(0, 63, 0, game.block("slime_block"), true);
    Body body = game.spawn("zombie", 0.5, 64 + fall, 0.5);
    double peak = 0;
    while (body.vy <= 0) {
      game.ticks(1);
    }
    while (body.vy > 0) {
      game.ticks(1);
      peak = Math.max(peak, body.y - 64);
    }
    assertThat(peak).isCloseTo(height, within(tolerance));
    TestGame.Row bounce = game.events(EventKind.IMPULSE).get(0);
    assertThat(game.host.name(NameTable.CAUSE, bounce.c())).isEqualTo("bounce");
    assertThat(bounce.v2().y()).isEqualTo(-bounce.v1().y());
  }

  @Test
  void theHighestBounceIsThatOfTheFastestFall() {
    TestGame game = TestGame.flat();
    game.host.setBlock(0, 63, 0, game.block("slime_block"), true);
    Body body = game.spawn("zombie", 0.5, 66, 0.5);
    body.setMotion(0, -3.92, 0);
    double peak = 0;
    for (int i = 0; i < 60; i++) {
      game.ticks(1);
      peak = Math.max(peak, body.y - 64);
    }
    assertThat(peak).isCloseTo(57.625, within(0.05));
  }

  /** Step heights are those of the game's registry. */
  @ParameterizedTest
  @CsvSource({
    "zombie, stone_slab[type=bottom], 64.5",
    "zombie, stone, 64",
    "mannequin, moss_carpet, 64.0625",
    "horse, stone, 65",
    "horse, oak_fence, 64",
    "camel, oak_fence, 65.5",
    "armor_stand, moss_carpet, 64",
  })
  void livingThingsStepUpAsHighAsTheirType(String type, String block, double y) {
    TestGame game = TestGame.flat();
    Body body = standing(game, type);
    game.host.fillBlocks(new Box(2, 64, -4, 9, 64, 4), game.block(block));
    body.setMotion(1.5, body.vy, 0);
    game.ticks(1);
    assertThat(body.y).isEqualTo(y);
    assertThat(body.isOnGround()).isTrue();
    boolean stopped = y == 64;
    assertThat(body.vx == 0).isEqualTo(stopped);
    // Being carried up is no impulse; being stopped is one.
    assertThat(game.events(EventKind.IMPULSE)).hasSize(stopped ? 1 : 0);
  }

  /** prismarine-physics test/step: a low ceiling over what is stepped on. */
  @Test
  void stepsOntoACarpetUnderALowCeiling() {
    TestGame game = TestGame.flat();
    game.host.fillBlocks(new Box(1, 64, -2, 1, 64, 2), game.block("moss_carpet"));
    game.host.fillBlocks(new Box(1, 66, -2, 1, 66, 2), game.block("stone"));
    Body body = game.spawn(PLAYER_SHAPED, 0.7, 64, 0.5);
    game.ticks(3);
    body.setMotion(0.1, body.vy, 0);
    game.ticks(1);
    assertThat(body.x).isCloseTo(0.8, within(1e-9));
    assertThat(body.y).isEqualTo(64.0625);
  }

  @ParameterizedTest
  @CsvSource({"zombie, red_bed", "tnt, slime_block", "item, slime_block"})
  void whatLandsOnWhatIsNotModelledLeavesTheWorldByName(String type, String block) {
    TestGame game = TestGame.flat();
    game.host.fillBlocks(new Box(-2, 63, -2, 2, 63, 2), game.block(block));
    Body body = game.spawn(type, 0.5, 66, 0.5);
    game.ticks(20);
    assertThat(game.causes()).containsEntry(body.number(), "unmodelled");
  }

  @Test
  void fallingBesideHoneyIsNotModelledButFallingPastItIs() {
    TestGame game = TestGame.empty();
    game.host.fillBlocks(new Box(0, 50, 0, 0, 90, 0), game.block("honey_block"));
    Body beside = game.spawn("zombie", 1.25, 92, 0.5);
    Body past = game.spawn("zombie", 1.5, 92, 0.5);
    game.ticks(20);
    assertThat(game.causes()).containsEntry(beside.number(), "unmodelled");
    assertThat(past.isRemoved()).isFalse();
  }

  /** MinecraftMotionTools: gravity 0.01, so 0.49 in the end; without it 3.92. */
  @Test
  void slowFallingIsSlowUntilItEnds() {
    TestGame game = TestGame.empty();
    int slow =
        game.host.spawn(
            TestGame.withNbt(
                "zombie", "{active_effects:[{id:\"minecraft:slow_falling\",duration:-1}]}"));
    int ending =
        game.host.spawn(
            TestGame.withNbt(
                "zombie", "{active_effects:[{id:\"minecraft:slow_falling\",duration:5}]}"));
    game.ticks(5);
    assertThat(game.body(slow).vy).isCloseTo(-0.01 * 0.98 * 4.803960, within(1e-6));
    assertThat(game.body(ending).vy).isEqualTo(game.body(slow).vy);
    game.ticks(1);
    assertThat(game.body(ending).vy)
        .isCloseTo((-0.01 * 0.98 * 4.803960 - 0.08) * 0.98, within(1e-6));
    game.body(slow).setMotion(0, -0.49, 0);
    game.ticks(50);
    assertThat(game.body(slow).vy).isCloseTo(-0.49, within(1e-6));
    assertThatThrownBy(
            () ->
                game.host.spawn(
                    TestGame.withNbt(
                        "zombie", "{active_effects:[{id:\"levitation\",duration:9}]}")))
        .hasMessageContaining("slow_falling");
  }
}
