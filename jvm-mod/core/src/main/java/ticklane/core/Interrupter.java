package ticklane.core;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Unwinds steps that no flag reaches, library code for instance: a thread with an interpreter of
 * its own, which the watchdog hands what to do. It never takes the gate, as the lane that holds it
 * is what is to be unwound, and it may wait for the GIL for as long as C code keeps that: so it is
 * asked without waiting, and left behind when the process ends.
 */
final class Interrupter {
  private static final Logger LOG = LoggerFactory.getLogger(Interrupter.class);

  private static final long OPEN_SECONDS = 10;
  private static final int MAX_TOLD = 10;

  private final Supplier<Interrupts> open;
  private final Map<String, Ask> asked = new ConcurrentHashMap<>();
  private final CountDownLatch opened = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread thread;
  private boolean started; // guarded by this
  private volatile boolean stopped;
  private int failures;

  private record Ask(long serial, int rung) {}

  /**
   * An interrupter that isn't started yet.
   *
   * @param open makes its Python half, on its thread
   */
  Interrupter(Supplier<Interrupts> open) {
    this.open = open;
    thread = new Thread(null, this::run, "ticklane-interrupter", Lane.STACK_BYTES);
    thread.setDaemon(true);
  }

  /** Starts it, once, and waits until it is ready or has failed to be. */
  void start() {
    synchronized (this) {
      if (started) {
        return;
      }
      started = true;
      thread.start();
    }
    try {
      if (!opened.await(OPEN_SECONDS, TimeUnit.SECONDS)) {
        LOG.error("the interrupter isn't ready in {} s; the game goes on without", OPEN_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Have that step unwound; returns at once. What was asked for the lane before is forgotten. */
  void ask(String lane, long serial, int rung) {
    asked.put(lane, new Ask(serial, rung));
    LockSupport.unpark(thread);
  }

  /** Ends it, and waits for that for so long at most. */
  void stop(long millis) {
    stopped = true;
    synchronized (this) {
      if (!started) {
        return;
      }
    }
    LockSupport.unpark(thread);
    try {
      if (!ended.await(millis, TimeUnit.MILLISECONDS)) {
        LOG.warn("the interrupter is left behind: something holds Python's lock");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try (Interrupts interrupts = open.get()) {
      opened.countDown();
      while (!stopped) {
        if (!serve(interrupts)) {
          LockSupport.park(this);
        }
      }
    } catch (RuntimeException | LinkageError e) {
      LOG.error("no interrupter: only instrumented code can be ended", e);
    } finally {
      opened.countDown();
      ended.countDown();
    }
  }

  private boolean serve(Interrupts interrupts) {
    boolean any = false;
    for (String lane : List.copyOf(asked.keySet())) {
      Ask ask = asked.remove(lane);
      if (ask == null || stopped) {
        continue;
      }
      any = true;
      try {
        interrupts.interrupt(lane, ask.serial, ask.rung);
      } catch (RuntimeException e) {
        if (++failures <= MAX_TOLD) {
          LOG.error("a step of lane {} could not be interrupted", lane, e);
        }
      }
    }
    return any;
  }
}
