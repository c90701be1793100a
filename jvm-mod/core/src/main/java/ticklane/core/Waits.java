package ticklane.core;

import java.util.Iterator;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All requests that wait for something, on one thread. It sleeps until something changed or the
 * nearest deadline; a lane pays one volatile read a step while nobody waits.
 */
final class Waits {
  private static final Logger LOG = LoggerFactory.getLogger(Waits.class);

  private final ConcurrentLinkedQueue<Wait> waits = new ConcurrentLinkedQueue<>();
  private final Thread thread;
  private volatile boolean any;
  private volatile boolean changed;
  private volatile boolean stopping;

  /** One waiting request. Called on the waits' thread only. */
  interface Wait {
    /** {@link System#nanoTime} at which it is over whatever happens. */
    long deadline();

    /**
     * Answers the request if it can.
     *
     * @param late the deadline has passed or the game is stopping: answer now
     * @return whether it is done
     */
    boolean settle(long now, boolean late);
  }

  Waits() {
    thread = new Thread(this::run, "ticklane-waits");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  void add(Wait wait) {
    waits.add(wait);
    any = true;
    wake();
  }

  /** Something changed that a wait may be for. Any thread. */
  void signal() {
    if (any) {
      wake();
    }
  }

  private void wake() {
    if (!changed) {
      changed = true;
      LockSupport.unpark(thread);
    }
  }

  /** Lets every wait answer and ends the thread. */
  void stop(long millis) {
    stopping = true;
    LockSupport.unpark(thread);
    try {
      thread.join(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    while (true) {
      changed = false;
      boolean last = stopping;
      long now = System.nanoTime();
      long nearest = Long.MAX_VALUE;
      any = !waits.isEmpty();
      for (Iterator<Wait> each = waits.iterator(); each.hasNext(); ) {
        Wait wait = each.next();
        if (settle(wait, now, last || wait.deadline() - now <= 0)) {
          each.remove();
        } else {
          // Asked again: the deadline of one that the lane has acted on is nearer than it was.
          nearest = Math.min(nearest, Math.max(1, wait.deadline() - now));
        }
      }
      if (last) {
        return;
      }
      if (!changed && !stopping) {
        if (nearest == Long.MAX_VALUE) {
          LockSupport.park(this);
        } else {
          LockSupport.parkNanos(this, nearest);
        }
      }
    }
  }

  private boolean settle(Wait wait, long now, boolean late) {
    try {
      return wait.settle(now, late);
    } catch (RuntimeException e) {
      LOG.error("a wait failed and is dropped", e);
      return true;
    }
  }
}
