package ticklane.core;

import java.util.Arrays;

/** Where every so-many-th row of a file begins; the stride doubles so that it stays small. */
final class RowIndex {
  private static final int MOST = 1 << 16;

  private long[] offsets = new long[64];
  private int size;
  private int stride = 64;

  /** Row {@code row} begins at {@code offset}. Rows come in order, each exactly once. */
  void add(long row, long offset) {
    if (row % stride != 0) {
      return;
    }
    if (size == MOST) {
      for (int i = 0; i < MOST / 2; i++) {
        offsets[i] = offsets[2 * i];
      }
      size = MOST / 2;
      stride *= 2;
      if (row % stride != 0) {
        return;
      }
    }
    if (size == offsets.length) {
      offsets = Arrays.copyOf(offsets, size * 2);
    }
    offsets[size++] = offset;
  }

  /** The nearest indexed row at or before {@code row}. */
  long rowBefore(long row) {
    return size == 0 ? 0 : Math.min(row / stride, size - 1L) * stride;
  }

  /** Where an indexed row begins. */
  long offset(long indexedRow) {
    return size == 0 ? 0 : offsets[(int) (indexedRow / stride)];
  }
}
