package ticklane.core;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/** Waits for what another thread does. */
final class Eventually {
  private Eventually() {}

  /** A question that may need the wire. */
  interface Condition {
    boolean holds() throws IOException;
  }

  static void until(String what, Condition condition) {
    long deadline = System.nanoTime() + 20_000_000_000L;
    try {
      while (!condition.holds()) {
        if (System.nanoTime() > deadline) {
          throw new AssertionError("still not: " + what);
        }
        LockSupport.parkNanos(200_000);
      }
    } catch (IOException e) {
      throw new AssertionError("while waiting for: " + what, e);
    }
  }
}
