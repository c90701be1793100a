package ticklane.core;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.file.Path;

/**
 * The entity columns in memory that other processes read: two halves, written in turn. A reader
 * copies the current half and asks afterwards whether it has been begun anew meanwhile. Written on
 * the thread of the lane that leads. Layout: docs/parallel-process.md.
 */
final class SharedTable {
  /** Rows that fit; a table with more is said to be too large. */
  static final int ROWS = 16_384;

  private static final int HEADER = 4096;
  private static final int HALF = (ROWS * EntityColumns.ROW_BYTES + 4095) / 4096 * 4096;
  private static final int NEWEST = 0;
  private static final int CURRENT = 8;
  private static final int BEGUN = 16;
  private static final int HALVES = 64;

  private final MappedByteBuffer memory;
  private final Path path;
  private long current;

  SharedTable(Path path) throws IOException {
    this.path = path;
    memory = ParallelBox.shared(path, HEADER + 2 * HALF);
    memory.putLong(24, HALF);
  }

  Path path() {
    return path;
  }

  /** The last completed tick. */
  void newest(long tick) {
    memory.putLong(NEWEST, tick);
  }

  /** The table as that tick has left it. */
  void write(long tick, ByteBuffer columns, int rows) {
    long next = current + 1;
    int half = (int) (next & 1);
    memory.putLong(BEGUN, next);
    VarHandle.fullFence();
    boolean fits = rows <= ROWS;
    memory.putLong(HALVES + 16 * half, tick);
    memory.putLong(HALVES + 16 * half + 8, fits ? rows : -rows);
    if (fits) {
      memory.put(HEADER + half * HALF, columns, 0, rows * EntityColumns.ROW_BYTES);
    }
    VarHandle.fullFence();
    memory.putLong(CURRENT, next);
    current = next;
  }
}
