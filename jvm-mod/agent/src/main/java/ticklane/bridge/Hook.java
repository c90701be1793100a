package ticklane.bridge;

/** The places in the game that are woven, and who is told of them. */
public final class Hook {
  public static final Hook SERVER_TICK = new Hook("server tick");

  /** The server has stopped; still on its thread. */
  public static final Hook SERVER_STOP = new Hook("server's end");

  public static final Hook CLIENT_TICK = new Hook("client tick");
  public static final Hook FRAME = new Hook("frame");

  /** A listener that fails this often in a row is let go. */
  private static final int FAILURES = 20;

  private final String name;
  private volatile TickListener listener;

  /** Of the game's thread. */
  private int failures;

  private Hook(String name) {
    this.name = name;
  }

  /** From now on this is told; null: nobody. Any thread. */
  public void listen(TickListener to) {
    listener = to;
  }

  /** Whether anybody is told. */
  public boolean isHeard() {
    return listener != null;
  }

  /** Whatever a listener does wrong stays here: the game's tick goes on. */
  void tell(Object game, boolean heartbeat) {
    TickListener told = listener;
    if (told == null) {
      return;
    }
    try {
      told.ticked(game, heartbeat);
      failures = 0;
    } catch (Throwable e) {
      failed(e);
    }
  }

  private void failed(Throwable e) {
    failures++;
    if (failures == 1) {
      System.err.println(
          "[ticklane] the listener to the " + name + " failed, the game goes on: " + e);
    }
    if (failures >= FAILURES) {
      System.err.println(
          "[ticklane] the listener to the "
              + name
              + " is off: it failed "
              + failures
              + " times in a row");
      listener = null;
      failures = 0;
    }
  }
}
