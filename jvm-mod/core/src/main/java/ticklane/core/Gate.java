package ticklane.core;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The one door into Python for all lanes. Fair, because a Python thread that calls Java in a loop
 * drops and retakes the GIL so often that another waits for it for seconds; with the gate a lane
 * waits at most for one step of the others.
 */
final class Gate {
  private final ReentrantLock lock = new ReentrantLock(true);

  void enter() {
    lock.lock();
  }

  /** Waits at most so long; false when somebody else was in all the time. */
  boolean tryEnter(long nanos) {
    try {
      return lock.tryLock(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  void leave() {
    lock.unlock();
  }

  boolean isHeldByCurrentThread() {
    return lock.isHeldByCurrentThread();
  }
}
