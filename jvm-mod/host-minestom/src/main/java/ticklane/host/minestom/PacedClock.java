package ticklane.host.minestom;

import java.util.ArrayDeque;
import java.util.Deque;
import ticklane.core.Advance;
import ticklane.core.GameClock;

/**
 * When the next tick is due. Deadlines advance by whole periods, so the rate doesn't drift; time
 * lost in a stall is skipped and counted, never made up by ticks at full speed.
 */
public final class PacedClock implements GameClock {
  /** Least and most ticks per second that may be asked for, as the game's /tick rate. */
  public static final double MIN_RATE = 1;

  public static final double MAX_RATE = 10_000;

  /** {@link #next}: run a tick now. */
  static final long NOW = Long.MIN_VALUE;

  /** {@link #next}: no tick until somebody asks. */
  static final long NEVER = Long.MAX_VALUE;

  private static final int KEPT_TICKS = 100;
  private static final int KEPT_ADVANCES = 64;

  private final Runnable wake;
  private final boolean sprintsByDefault;
  private boolean frozen;
  private double rate = 20;
  private long deadline;
  private boolean paced;
  private long skipped;

  /** The step or sprint that goes on, null when there is none; then those there were. */
  private Advance current;

  private final Deque<Advance> known = new ArrayDeque<>();
  private long advances;

  /** What the tick under way is for, and what it ends with should it have been cut short in it. */
  private Advance ticking;

  private String cutShort = "";
  private long last;
  private boolean underWay;
  private boolean asked;
  private long began;
  private final long[] took = new long[KEPT_TICKS];
  private long measured;

  /**
   * @param sprintsByDefault not frozen means as fast as it goes
   * @param wake called after each request, from the asking thread
   */
  PacedClock(boolean sprintsByDefault, boolean frozen, Runnable wake) {
    this.sprintsByDefault = sprintsByDefault;
    this.frozen = frozen;
    this.wake = wake;
  }

  /**
   * What to do at {@code now}: {@link #NOW}, {@link #NEVER}, or wait until the returned {@link
   * System#nanoTime}. After {@link #NOW} the tick is under way until {@link #ticked}.
   */
  synchronized long next(long now) {
    if (current == null && frozen) {
      paced = false;
      return NEVER;
    }
    if (isSprint() || sprintsByDefault) {
      paced = false;
    } else if (!paced) {
      paced = true;
      deadline = now;
    }
    if (paced && now - deadline < 0) {
      return deadline;
    }
    underWay = true;
    ticking = current;
    cutShort = "";
    began = now;
    if (ticking != null) {
      ticking.begins(now);
    }
    return NOW;
  }

  /**
   * A tick is done.
   *
   * @param tick its number
   * @return whether somebody may have waited for its end
   */
  synchronized boolean ticked(long now, long tick) {
    last = tick;
    underWay = false;
    took[(int) (measured++ % KEPT_TICKS)] = now - began;
    boolean told = asked;
    asked = false;
    if (ticking != null) {
      boolean all = ticking.ran(tick, now);
      if (all || ticking != current) {
        ticking.end(all ? "done" : cutShort);
        told = true;
      }
      if (all && ticking == current) {
        current = null;
      }
      ticking = null;
    }
    if (paced) {
      skipWhatIsLost(now);
    }
    return told;
  }

  private void skipWhatIsLost(long now) {
    long period = Math.round(1e9 / rate);
    deadline += period;
    long late = now - deadline;
    if (late > period) {
      long lost = late / period;
      skipped += lost;
      deadline += lost * period;
    }
  }

  @Override
  public synchronized long skipped() {
    return skipped;
  }

  @Override
  public synchronized double[] lastTicksMs() {
    int n = (int) Math.min(measured, KEPT_TICKS);
    double[] ms = new double[n];
    for (int i = 0; i < n; i++) {
      ms[i] = took[(int) ((measured - n + i) % KEPT_TICKS)] / 1e6;
    }
    return ms;
  }

  @Override
  public synchronized long underWay() {
    return underWay ? last + 1 : NONE;
  }

  @Override
  public synchronized Advance advance() {
    return known.peekLast();
  }

  @Override
  public synchronized Advance advance(long number) {
    for (Advance each : known) {
      if (each.number() == number) {
        return each;
      }
    }
    return null;
  }

  private boolean isSprint() {
    return current != null && current.kind() == Advance.Kind.SPRINT;
  }

  private boolean isStep() {
    return current != null && current.kind() == Advance.Kind.STEP;
  }

  @Override
  public synchronized String state() {
    if (isSprint()) {
      return "sprinting";
    }
    if (isStep()) {
      return "stepping";
    }
    if (frozen) {
      return "frozen";
    }
    return sprintsByDefault ? "sprinting" : "running";
  }

  @Override
  public synchronized boolean sprinting() {
    return isSprint() || (sprintsByDefault && (!frozen || isStep()));
  }

  @Override
  public synchronized boolean frozen() {
    return frozen && current == null;
  }

  @Override
  public synchronized double rate() {
    return rate;
  }

  @Override
  public void freeze() {
    synchronized (this) {
      frozen = true;
      cut("frozen");
      asked = true;
    }
    wake.run();
  }

  @Override
  public void unfreeze() {
    synchronized (this) {
      frozen = false;
      if (isStep()) {
        cut("unfrozen");
      }
      asked = true;
    }
    wake.run();
  }

  @Override
  public Advance step(long ticks) {
    if (ticks < 1) {
      throw new IllegalArgumentException("a step is 1 tick or more, not " + ticks);
    }
    synchronized (this) {
      if (!frozen || isSprint()) {
        throw new IllegalStateException(
            "the game must be frozen to step, and it is %s: freeze it first".formatted(state()));
      }
      return advance(Advance.Kind.STEP, ticks);
    }
  }

  @Override
  public Advance sprint(long ticks) {
    if (ticks < 1 && ticks != Advance.ENDLESS) {
      throw new IllegalArgumentException(
          "a sprint is 1 tick or more, or -1 for no end, not " + ticks);
    }
    return advance(Advance.Kind.SPRINT, ticks);
  }

  private Advance advance(Advance.Kind kind, long ticks) {
    Advance next;
    synchronized (this) {
      cut("replaced");
      next = new Advance(++advances, kind, ticks);
      current = next;
      known.add(next);
      if (known.size() > KEPT_ADVANCES) {
        known.remove();
      }
      asked = true;
    }
    wake.run();
    return next;
  }

  @Override
  public boolean stop() {
    boolean ran;
    synchronized (this) {
      ran = current != null;
      cut("stopped");
      asked = true;
    }
    wake.run();
    return ran;
  }

  /** Ends the step or sprint; a tick of it that is under way is still counted. */
  private void cut(String how) {
    if (current == null) {
      return;
    }
    if (current == ticking) {
      cutShort = how;
    } else {
      current.end(how);
    }
    current = null;
  }

  @Override
  public void rate(double ticksPerSecond) {
    if (!(ticksPerSecond >= MIN_RATE && ticksPerSecond <= MAX_RATE)) {
      throw new IllegalArgumentException(
          "a rate lies from 1 to 10,000 ticks per second, not " + ticksPerSecond);
    }
    synchronized (this) {
      rate = ticksPerSecond;
      paced = false;
      asked = true;
    }
    wake.run();
  }
}
