package ticklane.core;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Raises the flag of a script whose step is past its hard limit. One daemon thread for all lanes
 * that never touches Python, so it works, and can say what is stuck, while C code holds the GIL.
 *
 * <p>Looking every 0.2 ms costs 7 % of a core, so it parks while no lane is in Python; and waking a
 * parked thread costs a lane microseconds, so it lingers before it parks: a sprinting lane never
 * has to wake it.
 */
final class Watchdog {
  private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);

  static final long MIN_INTERVAL = 200_000;
  static final long MAX_INTERVAL = 5_000_000;
  private static final long LINGER = 12_000_000;
  private static final long STUCK_AFTER = 100_000_000;
  private static final long PARK = -1;

  private final List<Watched> lanes = new CopyOnWriteArrayList<>();
  private final Thread thread;
  private volatile boolean parked;
  private volatile boolean stopped;
  private long lastActive;

  /** A lane's buffer and whom to tell (slot, nanoseconds since the step began) of a stuck step. */
  private record Watched(WatchBuffer buffer, BiConsumer<Integer, Long> stuck) {}

  Watchdog() {
    thread = new Thread(this::run, "ticklane-watchdog");
    thread.setDaemon(true);
  }

  void start() {
    lastActive = System.nanoTime();
    thread.start();
  }

  void watch(WatchBuffer buffer, BiConsumer<Integer, Long> stuck) {
    lanes.add(new Watched(buffer, stuck));
    LockSupport.unpark(thread);
  }

  void unwatch(WatchBuffer buffer) {
    lanes.removeIf(lane -> lane.buffer == buffer);
  }

  /** Called by a lane after {@link WatchBuffer#entering}. */
  void entered() {
    if (parked) {
      LockSupport.unpark(thread);
    }
  }

  /** Some script's hard limit became smaller than the present interval allows for. */
  void limitsChanged() {
    LockSupport.unpark(thread);
  }

  boolean isParked() {
    return parked;
  }

  void stop() {
    stopped = true;
    LockSupport.unpark(thread);
  }

  private void run() {
    while (!stopped) {
      try {
        long wait = look(System.nanoTime());
        if (wait != PARK) {
          LockSupport.parkNanos(this, wait);
          continue;
        }
        parked = true;
        // A lane sets "inside" before it reads "parked": one of the two sees the other.
        if (!anyInside() && !stopped) {
          LockSupport.park(this);
        }
        parked = false;
        lastActive = System.nanoTime();
      } catch (RuntimeException e) {
        LOG.error("watchdog goes on after a failure", e);
      }
    }
  }

  private boolean anyInside() {
    for (Watched lane : lanes) {
      if (lane.buffer.inside()) {
        return true;
      }
    }
    return false;
  }

  private long look(long now) {
    long smallest = Long.MAX_VALUE;
    long next = Long.MAX_VALUE;
    boolean active = false;
    for (Watched lane : lanes) {
      WatchBuffer buffer = lane.buffer;
      active |= buffer.wasInside();
      smallest = Math.min(smallest, buffer.minHardNanos());
      long left = buffer.look(now);
      if (left == 0) {
        if (buffer.nowStuck(now, STUCK_AFTER)) {
          int slot = buffer.openSlot();
          lane.stuck.accept(slot, buffer.stuckFor(slot, now));
        }
        left = MAX_INTERVAL;
      }
      next = Math.min(next, left);
    }
    if (active) {
      lastActive = now;
    } else if (now - lastActive > LINGER) {
      return PARK;
    }
    long interval = Math.max(MIN_INTERVAL, Math.min(MAX_INTERVAL, smallest / 8));
    // Asleep exactly to the deadline of a step that is open: the interval only bounds how long a
    // step that opens meanwhile stays unseen.
    return Math.max(1_000, Math.min(interval, next));
  }
}
