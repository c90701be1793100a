package ticklane.core;

/**
 * What happens to one lane's open step that goes on too long, rung by rung: the flag at its limit,
 * the interrupter soon after, again and again while it stays open, and the word that it is stuck.
 * Belongs to the watchdog's thread, which never waits here and never touches Python.
 */
final class StepLadder {
  private static final long MS = 1_000_000;

  /** How long a script may take to end by itself once its stop was asked for. */
  static final long STOP_PATIENCE = 20 * MS;

  /** How long scripts' last calls have their full time when the game stops. */
  static final long LAST_CALLS = 1_500 * MS;

  /** What a step may still take after that. */
  private static final long HURRIED = 10 * MS;

  private static final long FIRST_INTERRUPT = 2 * MS;
  private static final long MAX_GAP = 20 * MS;
  private static final long WATCHED_LINES_AFTER = 25 * MS;
  private static final long STUCK_AFTER = 100 * MS;
  private static final long MEMORY_EVERY = 5 * MS;
  private static final long MEMORY_FROM = MS;

  /** What {@link #look} says when no step is open. */
  static final long NOTHING_OPEN = Long.MAX_VALUE;

  private final WatchBuffer buffer;
  private final ProcessMemory memory;
  private final long memoryLimit;
  private final Listener listener;

  private long firedSerial;
  private long firedAt;
  private long nextInterrupt;
  private long gap;
  private boolean toldStuck;
  private Standing seenAt;
  private long measuredSerial;
  private long measuredAt;
  private ProcessMemory.Sample measured;
  private ProcessMemory.Sample most;

  /** Whom the ladder asks for what it doesn't do itself. */
  interface Listener {
    /** Have the step unwound, by {@link Interrupts#interrupt}; must not wait. */
    void interrupt(long serial, int rung);

    /** Where the step stands, null when that can't be told. */
    Standing look(int slot);

    /** The step stays open; told once for each. */
    void stuck(WatchBuffer.Stuck stuck, long now);
  }

  /**
   * A ladder for one lane.
   *
   * @param memoryLimit bytes by which the process may grow within a step of a script
   */
  StepLadder(WatchBuffer buffer, ProcessMemory memory, long memoryLimit, Listener listener) {
    this.buffer = buffer;
    this.memory = memory;
    this.memoryLimit = memoryLimit;
    this.listener = listener;
  }

  /**
   * One look at the lane.
   *
   * @return nanoseconds after which to look again at the latest, {@link #NOTHING_OPEN} when it
   *     doesn't matter
   */
  long look(long now) {
    WatchBuffer.Step step = buffer.open();
    if (step == null) {
      return NOTHING_OPEN;
    }
    if (step.serial() != firedSerial) {
      long left = untilFiring(step, now);
      if (left > 0) {
        return left;
      }
    }
    buffer.flag();
    if (now - nextInterrupt >= 0) {
      interrupt(step, now);
    }
    if (!toldStuck && now - firedAt >= STUCK_AFTER) {
      toldStuck = true;
      see(step);
      listener.stuck(stuck(step), now);
    }
    return Math.max(1, nextInterrupt - now);
  }

  /** Fires when the step has reached one of its limits, else says how far the next one is. */
  private long untilFiring(WatchBuffer.Step step, long now) {
    long left = step.deadline() - now;
    long why = WatchBuffer.WHY_HARD_BUDGET;
    long asked = buffer.stopAsked(step.slot());
    if (asked != 0) {
      long untilStop = later(asked, step.started()) + STOP_PATIENCE - now;
      if (untilStop < left) {
        left = untilStop;
        why = buffer.hurryFrom() == 0 ? WatchBuffer.WHY_STOP_ASKED : WatchBuffer.WHY_GAME_STOPS;
      }
    }
    long hurry = buffer.hurryFrom();
    if (hurry != 0) {
      long untilHurry = later(hurry + LAST_CALLS, step.started()) + HURRIED - now;
      if (untilHurry < left) {
        left = untilHurry;
        why = WatchBuffer.WHY_GAME_STOPS;
      }
    }
    if (left > 0 && step.slot() != WatchBuffer.NOBODY && memory.isKnown()) {
      if (isTooBig(step, now)) {
        left = 0;
        why = WatchBuffer.WHY_MEMORY;
      } else {
        left = Math.min(left, MEMORY_EVERY);
      }
    }
    if (left <= 0) {
      fire(step, why, now);
    }
    return left;
  }

  /** Times are nanoTime's: only their difference tells which is later. */
  private static long later(long a, long b) {
    return a - b > 0 ? a : b;
  }

  private void fire(WatchBuffer.Step step, long why, long now) {
    buffer.fire(step.serial(), why);
    firedSerial = step.serial();
    firedAt = now;
    nextInterrupt = now + FIRST_INTERRUPT;
    gap = FIRST_INTERRUPT;
    toldStuck = false;
    seenAt = null;
    // Once a script: what follows is its last calls, which have the time of such.
    if (step.slot() >= 0 && step.slot() < Ledger.SLOTS) {
      buffer.forgetStop(step.slot());
    }
  }

  private void interrupt(WatchBuffer.Step step, long now) {
    // Before the interrupter may unwind it: this is the place that the step has to answer for.
    see(step);
    if (toldStuck) {
      stuck(step);
    }
    listener.interrupt(step.serial(), now - firedAt >= WATCHED_LINES_AFTER ? 2 : 1);
    gap = Math.min(2 * gap, MAX_GAP);
    nextInterrupt = now + gap;
  }

  /** Notes where the step stands; where it was seen last when that can't be told now. */
  private void see(WatchBuffer.Step step) {
    Standing place = listener.look(step.slot());
    if (place != null && buffer.isOpen(step.serial())) {
      seenAt = place;
      buffer.stands(step.serial(), place);
    }
  }

  private WatchBuffer.Stuck stuck(WatchBuffer.Step step) {
    WatchBuffer.Stuck stuck =
        new WatchBuffer.Stuck(step.serial(), step.slot(), step.started(), seenAt);
    buffer.stuck(stuck);
    return stuck;
  }

  /** Only steps that last are measured: memory takes longer to fill than they have taken. */
  private boolean isTooBig(WatchBuffer.Step step, long now) {
    if (now - step.started() < MEMORY_FROM) {
      return false;
    }
    boolean known = measuredSerial == step.serial();
    if (known && now - measuredAt < MEMORY_EVERY) {
      return false;
    }
    ProcessMemory.Sample sample = memory.sample();
    measuredAt = now;
    if (!known || measured == null || sample == null) {
      measuredSerial = step.serial();
      measured = sample;
      most = sample;
      return false;
    }
    // The heap shrinks and fills again within a step: what it has ever filled may have grown.
    most =
        new ProcessMemory.Sample(
            sample.resident(),
            Math.max(most.heap(), sample.heap()),
            Math.max(most.used(), sample.used()));
    return ProcessMemory.grown(measured, most) > memoryLimit;
  }
}
