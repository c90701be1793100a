package ticklane.bridge;

/** The one class that woven code names. */
public final class Bridge {
  /** Whether the server has ticked its levels since its last tick ended. Its own thread. */
  private static boolean childrenTicked;

  private static volatile boolean childrenWoven;

  private Bridge() {}

  /** Called at every return of the server's tick. */
  public static void serverTick(Object game) {
    if (Hook.SERVER_TICK.isHeard()) {
      boolean heartbeat = childrenWoven && !childrenTicked;
      childrenTicked = false;
      Hook.SERVER_TICK.tell(game, heartbeat);
    }
  }

  /** Called at every return of the part of the server's tick that makes time pass. */
  public static void childrenTick(Object game) {
    childrenTicked = true;
  }

  /** Called when the server has stopped. */
  public static void serverStop(Object game) {
    Hook.SERVER_STOP.tell(game, false);
  }

  /** Called at every return of the client's tick. */
  public static void clientTick(Object game) {
    Hook.CLIENT_TICK.tell(game, false);
  }

  /** Called at every return of the client's frame. */
  public static void frame(Object game) {
    Hook.FRAME.tell(game, false);
  }

  /**
   * The weaver says whether it has found the part that makes time pass: without, every tick counts.
   */
  public static void childrenWoven(boolean woven) {
    childrenWoven = woven;
  }
}
