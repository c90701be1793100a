package ticklane.host.minestom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import org.junit.jupiter.api.Test;
import ticklane.core.Box;
import ticklane.core.EventKind;
import ticklane.core.HostException;
import ticklane.core.NameTable;

final class BlocksTest {
  private final TestGame game = TestGame.flat();

  private static IntBuffer buffer(Box box) {
    return ByteBuffer.allocateDirect((int) (4 * box.cells()))
        .order(ByteOrder.nativeOrder())
        .asIntBuffer();
  }

  @Test
  void theGroundLiesBelow64() {
    assertThat(game.host.block(0, 64, 0)).isZero();
    assertThat(game.host.block(0, 63, 0)).isEqualTo(game.block("grass_block"));
    assertThat(game.host.block(-192, -64, 207)).isEqualTo(game.block("bedrock"));
    assertThat(TestGame.empty().host.block(0, 63, 0)).isZero();
  }

  @Test
  void readsWhatWasWrittenAcrossSections() {
    Box box = new Box(-20, 60, -3, 17, 81, 18);
    IntBuffer codes = buffer(box);
    int[] some = {game.block("stone"), game.block("oak_stairs[facing=east]"), 0};
    for (int i = 0; i < box.cells(); i++) {
      codes.put(i, some[i % 3]);
    }
    assertThat(game.host.writeBlocks(box, codes)).isPositive();
    IntBuffer back = buffer(box);
    game.host.readBlocks(box, back);
    assertThat(back).isEqualTo(codes);
    int x = 5;
    int y = 70;
    int z = 11;
    int index = ((x - box.minX()) * box.sizeY() + y - box.minY()) * box.sizeZ() + z - box.minZ();
    assertThat(game.host.block(x, y, z)).isEqualTo(codes.get(index));
    assertThat(game.host.writeBlocks(box, codes)).isZero();
  }

  @Test
  void fillsCountTheCellsThatChanged() {
    Box box = new Box(0, 64, 0, 31, 95, 31);
    int stone = game.block("stone");
    game.host.setBlock(3, 66, 3, stone, true);
    assertThat(game.host.fillBlocks(box, stone)).isEqualTo(32 * 32 * 32 - 1);
    assertThat(game.host.fillBlocks(box, stone)).isZero();
    assertThat(game.host.fillBlocks(new Box(1, 65, 1, 30, 94, 30), 0)).isEqualTo(27000);
    assertThat(game.host.block(0, 64, 0)).isEqualTo(stone);
    assertThat(game.host.block(15, 80, 15)).isZero();
    game.ticks(1);
    // More than the queue holds: the rest is counted, not lost in silence.
    assertThat(game.events(EventKind.BLOCK_CHANGE)).hasSize(8192);
    assertThat(game.queue.dropped()).isPositive();
  }

  @Test
  void wholeSectionsAreFilledTheSameWhenNobodyWatches() {
    game.queue.want(0);
    game.game.watchBlocks();
    Box box = new Box(-16, 64, -16, 20, 100, 20);
    int stone = game.block("stone");
    int chest = game.block("chest");
    game.host.setBlock(0, 70, 0, chest, true);
    assertThat(game.host.fillBlocks(box, stone)).isEqualTo((int) box.cells());
    assertThat(game.host.fillBlocks(box, 0)).isEqualTo((int) box.cells());
    assertThat(game.host.fillBlocks(new Box(-16, 64, -16, 15, 95, 15), chest)).isEqualTo(32768);
    assertThat(game.host.block(15, 95, 15)).isEqualTo(chest);
  }

  @Test
  void tellsThePlaceThatIsNotLoaded() {
    assertThatThrownBy(() -> game.host.block(500, 64, 0))
        .isInstanceOf(HostException.class)
        .hasMessageContaining("from -192 to 207")
        .extracting("kind")
        .isEqualTo(HostException.UNLOADED);
    assertThatThrownBy(() -> game.host.block(0, 320, 0))
        .hasMessageContaining("-64 to 319")
        .extracting("kind")
        .isEqualTo(HostException.BAD_VALUE);
    assertThatThrownBy(() -> game.host.fillBlocks(new Box(0, 0, 0, 300, 1, 1), 0))
        .hasMessageContaining("x 0 to 300");
  }

  @Test
  void namesHaveAllPropertiesSortedAndTakePartOfThem() {
    int code = game.block("oak_stairs[half=top, facing=east]");
    assertThat(game.host.name(NameTable.BLOCK_STATE, code))
        .isEqualTo("minecraft:oak_stairs[facing=east,half=top,shape=straight,waterlogged=false]");
    assertThat(game.host.code(NameTable.BLOCK_STATE, game.host.name(NameTable.BLOCK_STATE, code)))
        .isEqualTo(code);
    assertThat(game.block("oak_stairs[facing=up]")).isEqualTo(-1);
    assertThat(game.block("Oak Stairs")).isEqualTo(-1);
    assertThat(game.host.nearest(NameTable.BLOCK_STATE, "oak_stair", 3))
        .contains("minecraft:oak_stairs");
    assertThat(game.host.nearest(NameTable.BLOCK_STATE, "oak_stairs[facing=up]", 5))
        .anyMatch(name -> name.startsWith("minecraft:oak_stairs[facing="));
    assertThat(game.host.nearest(NameTable.ENTITY_TYPE, "creper", 1))
        .containsExactly("minecraft:creeper");
    assertThat(game.host.name(NameTable.CAUSE, 0)).isEqualTo("landed");
  }
}
