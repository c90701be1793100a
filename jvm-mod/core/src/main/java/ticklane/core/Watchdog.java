package ticklane.core;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the steps of scripts that are past a limit. One daemon thread for all lanes that never
 * touches Python, so it works, and can say what is stuck, while C code holds the GIL.
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
  private static final long PARK = -1;

  private final List<Watched> lanes = new CopyOnWriteArrayList<>();
  private final ProcessMemory memory = ProcessMemory.open();
  private final Thread thread;
  private volatile boolean parked;
  private volatile boolean stopped;
  private long lastActive;

  private record Watched(WatchBuffer buffer, StepLadder ladder) {}

  Watchdog() {
    thread = new Thread(this::run, "ticklane-watchdog");
    thread.setDaemon(true);
  }

  void start() {
    lastActive = System.nanoTime();
    thread.start();
  }

  /**
   * Watches a lane from now on.
   *
   * @param memoryLimit bytes by which the process may grow within a step of a script
   */
  void watch(WatchBuffer buffer, long memoryLimit, StepLadder.Listener listener) {
    lanes.add(new Watched(buffer, new StepLadder(buffer, memory, memoryLimit, listener)));
    LockSupport.unpark(thread);
  }

  void unwatch(WatchBuffer buffer) {
    lanes.removeIf(lane -> lane.buffer == buffer);
  }

  /** Whether the memory of scripts' steps can be watched on this system. */
  boolean knowsMemory() {
    return memory.isKnown();
  }

  /** Called by a lane after {@link WatchBuffer#entering}. */
  void entered() {
    if (parked) {
      LockSupport.unpark(thread);
    }
  }

  /** Some limit became nearer than the present interval allows for. */
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
        LockSupport.parkNanos(this, MAX_INTERVAL);
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
      active |= lane.buffer.wasInside();
      smallest = Math.min(smallest, lane.buffer.minHardNanos());
      next = Math.min(next, lane.ladder.look(now));
    }
    if (active) {
      lastActive = now;
    } else if (now - lastActive > LINGER) {
      return PARK;
    }
    long interval = Math.max(MIN_INTERVAL, Math.min(MAX_INTERVAL, smallest / 8));
    // Asleep exactly to the next limit of a step that is open: the interval only bounds how long a
    // step that opens meanwhile stays unseen.
    return Math.max(1_000, Math.min(interval, next));
  }
}
