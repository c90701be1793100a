package ticklane.core;

/**
 * Reads CPython's location table (3.11 to 3.13): which line an instruction belongs to. Entries
 * cover 1 to 8 code units of 2 bytes each; the line is told as a difference to the entry before.
 */
final class LineTable {
  private static final int ONE_LINE = 10;
  private static final int NO_COLUMNS = 13;
  private static final int LONG = 14;
  private static final int NONE = 15;

  private final byte[] table;
  private int at;

  private LineTable(byte[] table) {
    this.table = table;
  }

  /**
   * The line of an instruction.
   *
   * @param offset bytes from the first instruction
   * @return 0 when the instruction has no line, or lies outside of the code
   */
  static int line(byte[] table, int firstLine, int offset) {
    if (offset < 0) {
      return 0;
    }
    return new LineTable(table).find(firstLine, offset);
  }

  private int find(int firstLine, int offset) {
    int line = firstLine;
    long end = 0;
    while (at < table.length) {
      int head = table[at++];
      int kind = (head >> 3) & 15;
      end += 2L * ((head & 7) + 1);
      if (kind == LONG) {
        line += signed();
        number();
        number();
        number();
      } else if (kind == NO_COLUMNS) {
        line += signed();
      } else if (kind >= ONE_LINE && kind < NO_COLUMNS) {
        line += kind - ONE_LINE;
        at += 2;
      } else if (kind != NONE) {
        at++;
      }
      if (offset < end) {
        return kind == NONE ? 0 : line;
      }
    }
    return 0;
  }

  /** Six bits a byte, the lowest first; bit 6 says that another follows. */
  private int number() {
    int value = 0;
    for (int shift = 0; at < table.length; shift += 6) {
      int part = table[at++];
      value |= (part & 63) << shift;
      if ((part & 64) == 0) {
        break;
      }
    }
    return value;
  }

  private int signed() {
    int value = number();
    return (value & 1) == 0 ? value >>> 1 : -(value >>> 1);
  }
}
