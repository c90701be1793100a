package ticklane.bridge;

/** Is told at the end of a tick or frame, on the game's own thread. */
@FunctionalInterface
public interface TickListener {

  /**
   * A tick or frame is over.
   *
   * @param game the object whose method returned: the game's server or client
   * @param heartbeat no time has passed: the server is paused because nobody is on it
   */
  void ticked(Object game, boolean heartbeat);
}
