package ticklane.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What a lane, its scripts and the watchdog tell each other without the GIL: 128 bytes, of which
 * Python writes which script's step is open and until when, and the watchdog the flag that every
 * loop of a script reads. Layout: docs/java-python.md.
 */
final class WatchBuffer {
  static final int BYTES = 128;
  static final int FLAG = 64;
  static final int SERIAL = 0;
  static final int SLOT = 8;
  static final int DEADLINE = 16;
  static final int FIRED = 24;
  static final int STARTED = 40;
  static final int WHY = 48;
  static final int LINE = 72;
  static final int FILE = 76;
  static final int LINE_SERIAL = 80;
  static final long WHY_HARD_BUDGET = 1;
  static final long WHY_STOP_ASKED = 2;
  static final long WHY_MEMORY = 3;
  static final long WHY_GAME_STOPS = 4;

  /** What {@link #openSlot} says when no step is open. */
  static final int NONE = Integer.MIN_VALUE;

  /** The slot of a step that is no script's: a collection, a call of the runtime's own. */
  static final int NOBODY = -1;

  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES).order(ByteOrder.nativeOrder());

  /** When a stop of the script in a slot was asked for, 0 not at all or no longer of interest. */
  private final AtomicLongArray stopAsked = new AtomicLongArray(Ledger.SLOTS);

  // Written by the lane.
  private volatile long insideSince;
  private volatile long entries;
  private volatile long minHardNanos = Long.MAX_VALUE;

  private volatile long hurryFrom;
  private long seenEntries; // the watchdog's own
  private volatile Stuck stuck = Stuck.NOT;

  /**
   * A step that goes on although its script was told to end.
   *
   * @param since when the step began
   * @param place where it was seen last, null when that isn't known
   */
  record Stuck(long serial, int slot, long since, Standing place) {
    static final Stuck NOT = new Stuck(0, NONE, 0, null);
  }

  /** The open step as one consistent look at the buffer. */
  record Step(long serial, int slot, long started, long deadline) {}

  ByteBuffer buffer() {
    return buffer;
  }

  private long get(int offset) {
    return (long) LONGS.getVolatile(buffer, offset);
  }

  private void set(int offset, long value) {
    LONGS.setVolatile(buffer, offset, value);
  }

  /** The lane goes into Python. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // one writer: the lane
  void entering(long now) {
    insideSince = now | 1;
    entries++;
  }

  /** The lane is out again; a step that Python left open can't be running any more. */
  void left() {
    insideSince = 0;
  }

  boolean inside() {
    return insideSince != 0;
  }

  /** Nanoseconds since the lane went into Python, -1 when it is outside. */
  long insideFor(long now) {
    long since = insideSince;
    return since == 0 ? -1 : Math.max(0, now - since);
  }

  /** The smallest hard limit of this lane's scripts, which decides how often to look. */
  void minHardNanos(long nanos) {
    minHardNanos = nanos;
  }

  long minHardNanos() {
    return minHardNanos;
  }

  /** Whether the lane was in Python at any time since the last call. Watchdog only. */
  boolean wasInside() {
    long now = entries;
    boolean was = now != seenEntries || inside();
    seenEntries = now;
    return was;
  }

  /** The slot whose step is open: {@link #NOBODY} for nobody's, {@link #NONE} when none is. */
  int openSlot() {
    Step step = open();
    return step == null ? NONE : step.slot;
  }

  /** The open step, null when none is. */
  Step open() {
    while (inside()) {
      long serial = get(SERIAL);
      if (serial == 0) {
        return null;
      }
      Step step = new Step(serial, (int) get(SLOT), get(STARTED), get(DEADLINE));
      // The rest is written before the serial: the same serial again means that all is of one step.
      if (get(SERIAL) == serial) {
        return step;
      }
    }
    return null;
  }

  boolean isOpen(long serial) {
    return get(SERIAL) == serial && inside();
  }

  /** Tells Python why and which step is to end; {@link #flag} makes it notice. Watchdog only. */
  void fire(long serial, long why) {
    set(WHY, why);
    set(FIRED, serial);
  }

  /** At every look: a check that found the flag of an older step may have just cleared it. */
  void flag() {
    buffer.put(FLAG, (byte) 1);
    VarHandle.fullFence();
  }

  /** Where the open step stands, for Python to name it by. Watchdog only. */
  void stands(long serial, Standing place) {
    set(LINE_SERIAL, 0);
    buffer.putInt(LINE, place.line());
    buffer.putInt(FILE, place.fileIndex());
    set(LINE_SERIAL, serial);
  }

  // -- a stop that was asked for

  /** The script in that slot is to end, by its step being unwound if need be. Any thread. */
  void askStop(int slot, long now) {
    stopAsked.set(slot, now | 1);
  }

  /** Nothing is asked of the slot any more: the stop was acted on, or another has the slot. */
  void forgetStop(int slot) {
    stopAsked.set(slot, 0);
  }

  /** When it was asked for, 0 when it wasn't. */
  long stopAsked(int slot) {
    return slot < 0 || slot >= Ledger.SLOTS ? 0 : stopAsked.get(slot);
  }

  /** From that time on no step may last: the game is stopping. Any thread. */
  void hurry(long from) {
    hurryFrom = from | 1;
  }

  /** 0 while there is no hurry. */
  long hurryFrom() {
    return hurryFrom;
  }

  // -- a step that doesn't end

  /** Watchdog only. */
  void stuck(Stuck known) {
    stuck = known;
  }

  /** What of {@code slot} is stuck just now, null when nothing is. */
  Stuck stuck(int slot) {
    Stuck known = stuck;
    return known.serial != 0 && known.slot == slot && isOpen(known.serial) ? known : null;
  }
}
