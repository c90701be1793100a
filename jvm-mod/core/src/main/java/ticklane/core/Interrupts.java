package ticklane.core;

/** The Python half of the {@link Interrupter}. All calls come on its thread, outside the gate. */
interface Interrupts extends AutoCloseable {
  /** What does nothing: where there is no Python. */
  Interrupts NONE =
      new Interrupts() {
        @Override
        public boolean interrupt(String lane, long serial, int rung) {
          return false;
        }

        @Override
        public void close() {}
      };

  /**
   * Tries to unwind the open step of a lane. Waits for the GIL for as long as it takes.
   *
   * @param serial the step's; nothing happens when another is open
   * @param rung 1 an exception in the lane's thread, 2 with all of its lines and jumps watched, too
   * @return whether it could be tried
   */
  boolean interrupt(String lane, long serial, int rung);

  /** Ends the interpreter. */
  @Override
  void close();
}
