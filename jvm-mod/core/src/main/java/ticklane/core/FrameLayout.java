package ticklane.core;

/**
 * Where a lane's thread keeps what it runs: offsets in CPython's structures, worked out by the
 * runtime in this very process (docs/java-python.md).
 *
 * @param state address of the thread's state
 * @param current in the state: the running frame, or with {@code inner} what leads to it
 * @param inner offset of the running frame at the address found at {@code current}, -1 when that is
 *     the frame itself
 * @param code in a frame: its code object
 * @param previous in a frame: the frame that called it
 * @param instruction in a frame: the address of the instruction it is at
 * @param codeStart from a code object to its first instruction
 */
record FrameLayout(
    long state, int current, int inner, int code, int previous, int instruction, int codeStart) {
  private static final int MOST = 4096;

  /** Whether the numbers are such as a layout may have; reading by others does no harm either. */
  boolean isPlausible() {
    return state > 0
        && within(current)
        && (inner == -1 || within(inner))
        && within(code)
        && within(previous)
        && within(instruction)
        && within(codeStart);
  }

  private static boolean within(int offset) {
    return offset >= 0 && offset <= MOST && offset % 8 == 0;
  }

  /** Bytes of a frame that hold all three. */
  int frameBytes() {
    return Math.max(code, Math.max(previous, instruction)) + 8;
  }
}
