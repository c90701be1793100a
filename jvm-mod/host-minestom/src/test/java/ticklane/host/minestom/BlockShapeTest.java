package ticklane.host.minestom;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import ticklane.host.minestom.entity.Body;

/** What stands on a block stands at the height minecraft.wiki gives for it. */
final class BlockShapeTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "stone|1",
        "stone_slab[type=bottom]|0.5",
        "stone_slab[type=top]|1",
        "oak_stairs|1",
        "white_carpet|0.0625",
        "snow[layers=1]|0",
        "snow[layers=2]|0.125",
        "snow[layers=8]|0.875",
        "soul_sand|0.875",
        "honey_block|0.9375",
        "farmland|0.9375",
        "dirt_path|0.9375",
        "chest|0.875",
        "enchanting_table|0.75",
        "daylight_detector|0.375",
        "end_portal_frame[eye=false]|0.8125",
        "cake|0.5",
        "cactus|0.9375",
        "oak_fence|1.5",
        "cobblestone_wall|1.5",
        "oak_fence_gate[open=false]|1.5",
        "oak_fence_gate[open=true]|0",
        "oak_trapdoor[half=bottom,open=false]|0.1875",
        "repeater|0.125",
        "lily_pad|0.09375",
        "short_grass|0",
        "torch|0",
      })
  void standsOnTopOf(String state, double height) {
    TestGame game = TestGame.flat();
    game.host.fillBlocks(new ticklane.core.Box(-1, 64, -1, 1, 64, 1), game.block(state));
    Body tnt = game.tnt(0.5, 68, 0.5, 1000);
    game.ticks(40);
    assertThat(tnt.y).isEqualTo(64 + height);
  }
}
