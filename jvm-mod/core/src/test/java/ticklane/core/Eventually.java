package ticklane.core;

import java.util.function.BooleanSupplier;

/** Waits for what another thread does. */
final class Eventually {
  private Eventually() {}

  static void until(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + 20_000_000_000L;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("still not: " + what);
      }
      java.util.concurrent.locks.LockSupport.parkNanos(200_000);
    }
  }
}
