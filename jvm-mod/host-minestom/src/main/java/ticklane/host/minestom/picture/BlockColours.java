package ticklane.host.minestom.picture;

import java.util.Arrays;
import net.minestom.server.instance.block.Block;
import ticklane.host.minestom.world.BlockTable;

/**
 * The colour of a block: that of its map colour, as the game's maps have it. The table of base
 * colours is public knowledge (minecraft.wiki, Map item format).
 */
final class BlockColours {
  private static final int[] BASE = {
    0xC8D4DC, 0x7FB238, 0xF7E9A3, 0xC7C7C7, 0xFF0000, 0xA0A0FF, 0xA7A7A7, 0x007C00, 0xFFFFFF,
    0xA4A8B8, 0x976D4D, 0x707070, 0x4040FF, 0x8F7748, 0xFFFCF5, 0xD87F33, 0xB24CD8, 0x6699D8,
    0xE5E533, 0x7FCC19, 0xF27FA5, 0x4C4C4C, 0x999999, 0x4C7F99, 0x7F3FB2, 0x334CB2, 0x664C33,
    0x667F33, 0x993333, 0x191919, 0xFAEE4D, 0x5CDBD5, 0x4A80FF, 0x00D93A, 0x815631, 0x700200,
    0xD1B1A1, 0x9F5224, 0x95576C, 0x706C8A, 0xBA8524, 0x677535, 0xA04D4E, 0x392923, 0x876B62,
    0x575C5C, 0x7A4958, 0x4C3E5C, 0x4C3223, 0x4C522A, 0x8E3C2E, 0x251610, 0xBD3031, 0x943F61,
    0x5C191D, 0x167E86, 0x3A8E8C, 0x562C3E, 0x14B485, 0x646464, 0xD8AF93, 0x7FA796
  };

  private static final double[] WHOLE = {0, 0, 0, 1, 1, 1};

  private final BlockTable table;
  private final int[] colours = new int[Block.statesCount()];
  private final byte[] kinds = new byte[Block.statesCount()];

  /** Nothing to draw. */
  static final int AIR = 1;

  /** A whole cube that hides what is behind it. */
  static final int CUBE = 2;

  /** Something smaller, or that lets one see through. */
  static final int OTHER = 3;

  BlockColours(BlockTable table) {
    this.table = table;
  }

  int kind(int code) {
    if (kinds[code] == 0) {
      learn(code);
    }
    return kinds[code];
  }

  int colour(int code) {
    kind(code);
    return colours[code];
  }

  private void learn(int code) {
    Block block = Block.fromStateId(code);
    if (block == null || block.isAir()) {
      kinds[code] = AIR;
      return;
    }
    int map = block.registry().mapColorId();
    colours[code] = map < 0 || map >= BASE.length ? BASE[0] : BASE[map];
    double[] boxes = table.boxes(code);
    boolean whole = block.registry().occludes() && boxes.length == 6 && Arrays.equals(boxes, WHOLE);
    kinds[code] = (byte) (whole ? CUBE : OTHER);
  }
}
