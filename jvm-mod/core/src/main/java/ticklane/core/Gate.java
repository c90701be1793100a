package ticklane.core;

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

  void leave() {
    lock.unlock();
  }

  boolean isHeldByCurrentThread() {
    return lock.isHeldByCurrentThread();
  }
}
