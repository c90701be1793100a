package ticklane.host.minestom.picture;

import java.util.Arrays;

/** The printable characters of ASCII in five columns of seven pixels. */
final class Glyphs {
  /** Pixels a character is high, below a line of its own for the outline. */
  static final int HEIGHT = 8;

  private static final int COLUMNS = 5;

  /** From one character's shape to the next, the space between them counted. */
  private static final int STRIDE = 2 * COLUMNS + 1;

  /** Two digits a column from the left, its lowest bit on top; from the space on. */
  private static final String SHAPES =
      "0000000000 00005f0000 0007000700 147f147f14 242a7f2a12 2313086462 3649562050 0008070300"
          + " 001c224100 0041221c00 2a1c7f1c2a 08083e0808 0080703000 0808080808 0000606000 2010080402"
          + " 3e5149453e 00427f4000 7249494946 2141494d33 1814127f10 2745454539 3c4a494931 4121110907"
          + " 3649494936 464949291e 0000140000 0040340000 0008142241 1414141414 0041221408 0201590906"
          + " 3e415d594e 7c1211127c 7f49494936 3e41414122 7f4141413e 7f49494941 7f09090901 3e41415173"
          + " 7f0808087f 00417f4100 2040413f01 7f08142241 7f40404040 7f021c027f 7f0408107f 3e4141413e"
          + " 7f09090906 3e4151215e 7f09192946 2649494932 03017f0103 3f4040403f 1f2040201f 3f4038403f"
          + " 6314081463 0304780403 6159494d43 007f414100 0204081020 004141417f 0402010204 4040404040"
          + " 0003070800 2054547840 7f28444438 3844444428 384444287f 3854545418 00087e0902 18a4a49c78"
          + " 7f08040478 00447d4000 2040403d00 7f10284400 00417f4000 7c04780478 7c08040478 3844444438"
          + " fc18242418 18242418fc 7c08040408 4854545424 04043f4424 3c4040207c 1c2040201c 3c4030403c"
          + " 4428102844 4c9090907c 4464544c44 0008364100 0000770000 0041360800 0201020402";

  private static final int[][] KNOWN = parse();

  private Glyphs() {}

  /** Columns as wide as the character is; the space and what isn't ASCII have a fixed shape. */
  private static int[][] parse() {
    int[][] known = new int['~' - ' ' + 1][];
    for (int i = 0; i < known.length; i++) {
      String shape = SHAPES.substring(i * STRIDE, i * STRIDE + 2 * COLUMNS);
      int[] all = new int[COLUMNS];
      int first = COLUMNS;
      int last = -1;
      for (int column = 0; column < COLUMNS; column++) {
        all[column] = Integer.parseInt(shape.substring(2 * column, 2 * column + 2), 16);
        if (all[column] != 0) {
          first = Math.min(first, column);
          last = column;
        }
      }
      known[i] = last < 0 ? new int[3] : Arrays.copyOfRange(all, first, last + 1);
    }
    return known;
  }

  /** The columns of a character; a question mark for one that isn't known. */
  static int[] columns(char c) {
    return KNOWN[c < ' ' || c > '~' ? '?' - ' ' : c - ' '];
  }

  /** Pixels a text is wide, a column between two characters. */
  static int width(String text) {
    int width = 0;
    for (int i = 0; i < text.length(); i++) {
      width += columns(text.charAt(i)).length + 1;
    }
    return Math.max(0, width - 1);
  }
}
