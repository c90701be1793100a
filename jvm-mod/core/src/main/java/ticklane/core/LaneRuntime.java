package ticklane.core;

import java.nio.ByteBuffer;

/**
 * The Python half of a lane, as the lane sees it. All calls come on the lane's thread, inside the
 * gate.
 */
interface LaneRuntime {
  /** Makes the runtime of a lane, on its thread. */
  @FunctionalInterface
  interface Factory {
    LaneRuntime open(CoreOptions options, LaneBridge bridge);

    /** Makes the Python half of the {@link Interrupter}, on its thread, after the first lane's. */
    default Interrupts interrupts(CoreOptions options) {
      return Interrupts.NONE;
    }
  }

  /** Version of the interpreter, such as "3.13.0". */
  String pythonVersion();

  /** {@code importlib.util.MAGIC_NUMBER} as hex: code compiled with another can't run. */
  String magic();

  /** The end of a game tick. */
  void step(long tick);

  /**
   * Acts now.
   *
   * @param body a direct buffer, or null
   * @return "+" and the reply's JSON, or "-" and an error's
   */
  String control(String verb, String script, ByteBuffer body);

  /**
   * The world of the lane is gone: ends the scripts that don't wait for it.
   *
   * @param waitS seconds it may take at most to come back
   * @return how many scripts wait
   */
  int unload(String why, double waitS);

  /** The world is there again: those that waited go on in the next step. */
  void comeBack(long tick);

  /** Ends all scripts. */
  void close(String reason);

  /** Ends the interpreter, after {@link #close}. */
  void dispose();
}
