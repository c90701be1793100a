package ticklane.host.minestom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import ticklane.core.Box;
import ticklane.core.EventKind;
import ticklane.core.NameTable;
import ticklane.host.minestom.entity.Body;

/**
 * Motion in still water, lava and bubble columns. Expected numbers follow from the constants of
 * public sources by the closed forms of a tick's order, none from this host.
 */
final class FluidMotionTest {
  private static final double TOLERANCE = 1e-5;

  private static TestGame pool(String fluid) {
    TestGame game = TestGame.empty();
    game.host.fillBlocks(new Box(-30, 40, -8, 30, 120, 8), game.block(fluid));
    return game;
  }

  private static String cause(TestGame game, Body body) {
    return game.causes().get(body.number());
  }

  /** Meteor Client: arrows keep 0.6 in water, tridents 0.99, thrown things 0.8. */
  @ParameterizedTest
  @CsvSource({
    "arrow, 1, 2.3056, -0.336800",
    "trident, 1, 4.900995, -0.495025",
    "snowball, 1.5, 4.033920, -0.277286",
    "ender_pearl, 1.5, 4.033920, -0.277286",
    "splash_potion, 1.5, 4.033920, -0.462144",
    "wind_charge, 1.5, 7.5, 0",
  })
  void projectilesAreSlowedByWater(String type, double speed, double x, double y) {
    TestGame game = pool("water");
    Body body = game.spawn(type, 0.5, 100, 0.5, speed, 0, 0);
    game.ticks(5);
    assertThat(body.x - 0.5).isCloseTo(x, within(TOLERANCE));
    assertThat(body.y - 100).isCloseTo(y, within(TOLERANCE));
  }

  /** Cannon calculators have one row for both: water only pushes where it flows. */
  @ParameterizedTest
  @CsvSource({"water", "lava"})
  void tntAndFallingBlocksFallInStillFluidsAsInAir(String fluid) {
    TestGame game = pool(fluid);
    Body tnt = game.tnt(0.5, 100, 0.5, 200);
    Body sand = game.sand(4.5, 100, 0.5);
    game.ticks(20);
    assertThat(tnt.y - 100).isCloseTo(-7.425581, within(TOLERANCE));
    assertThat(sand.y - 100).isCloseTo(-7.425581, within(TOLERANCE));
  }

  /** Up by 5e-4 a tick instead of down by 0.04: an eightieth of the fall, the other way. */
  @Test
  void itemsRiseInWater() {
    TestGame game = pool("water");
    Body item = game.item("diamond", 1, 0.5, 60, 0.5);
    item.setMotion(0.2, 0, 0);
    game.ticks(20);
    assertThat(item.y - 60).isCloseTo(7.425581 / 80, within(TOLERANCE));
    // 0.99 before and 0.98 after each move.
    double kept = 0.99 * 0.98;
    assertThat(item.vx).isCloseTo(0.2 * Math.pow(kept, 20), within(TOLERANCE));
  }

  @Test
  void anItemThatDropsIntoWaterComesUpAndStaysAtTheSurface() {
    TestGame game = pool("water");
    Body item = game.item("diamond", 1, 0.5, 124, 0.5);
    game.ticks(3000);
    assertThat(item.y).isBetween(120.4, 121.0);
  }

  /** prismarine-physics, azalea: × 0.8, then gravity / 16; lava × 0.5, then gravity / 4. */
  @ParameterizedTest
  @CsvSource({"water, -0.376441, 0.988471", "lava, -0.72, 0.4"})
  void livingThingsSink(String fluid, double y, double x) {
    TestGame game = pool(fluid);
    Body body = game.spawn("armor_stand", 0.5, 100, 0.5);
    body.setMotion(0, 0, 0);
    Body drifting = game.spawn("zombie", -10, 60, 0.5);
    drifting.setMotion(0.2, 0, 0);
    game.ticks(20);
    assertThat(body.y - 100).isCloseTo(y, within(TOLERANCE));
    // Below 0.003 it stands still, so the last of the way is missing.
    assertThat(drifting.x + 10).isCloseTo(x, within(0.016));
  }

  /** mineflayer-physics-utils waterPhysics: the four branches. */
  @ParameterizedTest
  @CsvSource({
    "true, false, -0.5, -0.53",
    "true, true, -0.5, -0.30",
    "false, false, 1.0, 1.1",
    "false, true, 1.0, 0.7",
  })
  void bubbleColumnsPushLivingThings(boolean down, boolean covered, double before, double after) {
    TestGame game = TestGame.empty();
    game.host.setBlock(0, 100, 0, game.block("bubble_column[drag=%s]".formatted(down)), true);
    if (covered) {
      game.host.setBlock(0, 101, 0, game.block("stone"), true);
    }
    // Weightless, so that only the fluid's or the air's drag comes before the bubbles.
    Body body = game.spawn("silverfish", 0.5, down ? 100.65 : 99.1, 0.5);
    body.setWeightless(true);
    body.setMotion(0, before / (down ? 0.8f : 0.98f), 0);
    game.ticks(1);
    assertThat(body.vy).isCloseTo(after, within(1e-9));
    TestGame.Row push = game.events(EventKind.IMPULSE).get(0);
    assertThat(game.host.name(NameTable.CAUSE, push.c())).isEqualTo("bubble_column");
    assertThat(push.v1().y()).isCloseTo(before, within(1e-9));
    assertThat(push.v2().y()).isCloseTo(after, within(1e-9));
  }

  /** azalea-physics, prismarine-physics: against a bank with room above it, up by 0.3. */
  @Test
  void livingThingsLeaveWaterOverABank() {
    TestGame game = TestGame.empty();
    game.host.fillBlocks(new Box(-9, 60, -9, 9, 64, 9), game.block("stone"));
    game.host.fillBlocks(new Box(-8, 61, -8, 3, 64, 8), game.block("water"));
    Body zombie = game.spawn("zombie", 3.6, 64.5, 0.5);
    zombie.setMotion(0.3, 0, 0);
    game.ticks(1);
    assertThat(zombie.vy).isCloseTo(0.3, within(1e-7));
    assertThat(game.events(EventKind.IMPULSE).stream().map(row -> row.c()).toList())
        .contains(game.host.code(NameTable.CAUSE, "bank"));
  }

  @Test
  void minecartsSinkSlowly() {
    TestGame game = pool("water");
    Body cart = game.spawn("minecart", 0.5, 100, 0.5, 1, 0, 0);
    game.ticks(1);
    assertThat(cart.x - 0.5).isCloseTo(0.2, within(TOLERANCE));
    assertThat(cart.y - 100).isCloseTo(-0.005, within(TOLERANCE));
    assertThat(cart.vx).isCloseTo(0.19, within(TOLERANCE));
  }

  @Test
  void waterloggedBlocksAndSeaPlantsAreWater() {
    for (String block : List.of("oak_slab[waterlogged=true]", "kelp_plant", "seagrass")) {
      TestGame game = TestGame.empty();
      game.host.fillBlocks(new Box(-8, 90, -8, 30, 101, 8), game.block(block));
      Body arrow = game.spawn("arrow", 0.5, 100.6, 0.5, 1, 0, 0);
      game.ticks(1);
      assertThat(arrow.vx).as(block).isCloseTo(0.6, within(TOLERANCE));
    }
  }

  /** What it does in them isn't known from public sources, so it is taken out by name. */
  @ParameterizedTest
  @CsvSource({
    "item, water[level=3]",
    "tnt, water[level=8]",
    "armor_stand, lava[level=2]",
    "arrow, water[level=7]",
    "item, lava",
    "experience_orb, water",
    "experience_orb, lava",
    "fireball, water",
    "llama_spit, water",
    "cod, water",
    "strider, lava",
    "tnt, bubble_column[drag=false]",
    "item, bubble_column[drag=true]",
    "arrow, cobweb",
    "item, powder_snow",
    "zombie, ladder",
    "zombie, sweet_berry_bush",
    "snowball, nether_portal",
  })
  void whatIsNotModelledLeavesTheWorldByName(String type, String block) {
    TestGame game = TestGame.empty();
    game.host.fillBlocks(new Box(-2, 99, -2, 2, 101, 2), game.block(block));
    Body body = game.spawn(type, 0.5, 100.2, 0.5, 0.1, 0, 0);
    game.ticks(2);
    assertThat(cause(game, body)).isEqualTo("unmodelled");
  }

  @Test
  void waterThatRunsOverAnEdgeFlowsAndIsNotModelled() {
    TestGame game = TestGame.empty();
    game.host.setBlock(0, 100, 0, game.block("water"), true);
    game.host.setBlock(1, 99, 0, game.block("water"), true);
    Body item = game.item("diamond", 1, 0.5, 100.2, 0.5);
    game.ticks(1);
    assertThat(cause(game, item)).isEqualTo("unmodelled");
  }

  @Test
  void fallingConcretePowderInWaterIsNotModelled() {
    TestGame game = pool("water");
    int id =
        game.host.spawn(
            new ticklane.core.SpawnRequest(
                "falling_block",
                0.5,
                122,
                0.5,
                0,
                0,
                0,
                0,
                0,
                "",
                -1,
                "red_concrete_powder",
                "",
                -1,
                ""));
    game.ticks(20);
    assertThat(game.causes()).containsEntry(id, "unmodelled");
  }
}
