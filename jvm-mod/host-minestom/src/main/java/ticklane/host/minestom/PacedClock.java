package ticklane.host.minestom;

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

  private final Runnable wake;
  private final boolean sprintsByDefault;
  private boolean frozen;
  private long steps;
  private long sprint;
  private double rate = 20;
  private long deadline;
  private boolean paced;
  private long skipped;

  /** The tick under way is one of the step or sprint: not if that was asked for during the tick. */
  private boolean counted;

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
   * System#nanoTime}.
   */
  synchronized long next(long now) {
    boolean runs = sprint != 0 || steps > 0 || !frozen;
    if (!runs) {
      paced = false;
      return NEVER;
    }
    counted = true;
    if (sprint != 0 || sprintsByDefault) {
      paced = false;
      return NOW;
    }
    if (!paced) {
      paced = true;
      deadline = now;
    }
    return now - deadline >= 0 ? NOW : deadline;
  }

  /** A tick is done. */
  synchronized void ticked(long now) {
    if (counted && sprint > 0) {
      sprint--;
    } else if (counted && sprint == 0 && steps > 0) {
      steps--;
    }
    if (!paced) {
      return;
    }
    long period = Math.round(1e9 / rate);
    deadline += period;
    long late = now - deadline;
    if (late > period) {
      long lost = late / period;
      skipped += lost;
      deadline += lost * period;
    }
  }

  /** Ticks that a stall cost since the start. */
  public synchronized long skippedTicks() {
    return skipped;
  }

  @Override
  public synchronized String state() {
    if (sprint != 0) {
      return "sprinting";
    }
    if (steps > 0) {
      return "stepping";
    }
    if (frozen) {
      return "frozen";
    }
    return sprintsByDefault ? "sprinting" : "running";
  }

  @Override
  public synchronized boolean sprinting() {
    return sprint != 0 || (sprintsByDefault && (!frozen || steps > 0));
  }

  @Override
  public synchronized boolean frozen() {
    return frozen && sprint == 0 && steps == 0;
  }

  @Override
  public synchronized double rate() {
    return rate;
  }

  @Override
  public void freeze() {
    set(true, 0, 0);
  }

  @Override
  public void unfreeze() {
    set(false, 0, 0);
  }

  @Override
  public void step(long ticks) {
    if (ticks < 1) {
      throw new IllegalArgumentException("a step is 1 tick or more, not " + ticks);
    }
    set(true, ticks, 0);
  }

  @Override
  public void sprint(long ticks) {
    if (ticks < 1 && ticks != -1) {
      throw new IllegalArgumentException(
          "a sprint is 1 tick or more, or -1 for no end, not " + ticks);
    }
    synchronized (this) {
      steps = 0;
      sprint = ticks;
      counted = false;
    }
    wake.run();
  }

  /** Ends a step or sprint; returns whether there was one. */
  public boolean stop() {
    boolean ran;
    synchronized (this) {
      ran = steps > 0 || sprint != 0;
      steps = 0;
      sprint = 0;
    }
    wake.run();
    return ran;
  }

  private void set(boolean frozen, long steps, long sprint) {
    synchronized (this) {
      this.frozen = frozen;
      this.steps = steps;
      this.sprint = sprint;
      counted = false;
    }
    wake.run();
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
    }
    wake.run();
  }
}
