package ticklane.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

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
  static final long WHY_HARD_BUDGET = 1;

  /** What {@link #look} says when no step is open. */
  static final long NOTHING_OPEN = Long.MAX_VALUE;

  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES).order(ByteOrder.nativeOrder());

  // Written by the lane.
  private volatile long insideSince;
  private volatile long entries;
  private volatile long minHardNanos = Long.MAX_VALUE;

  // The watchdog's own.
  private long seenEntries;
  private long firedSerial;
  private long firedAt;
  private volatile Stuck stuck = Stuck.NOT;

  /** A step that goes on although its script was told to end. */
  private record Stuck(long serial, int slot, long started) {
    static final Stuck NOT = new Stuck(0, -1, 0);
  }

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

  /** The slot whose step is open, -1 when none is. */
  int openSlot() {
    return get(SERIAL) == 0 ? -1 : (int) get(SLOT);
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

  /**
   * Fires when the open step is past its deadline. Watchdog only.
   *
   * @return nanoseconds to the open step's deadline, 0 when it is past, else {@link #NOTHING_OPEN}
   */
  long look(long now) {
    long serial = get(SERIAL);
    if (serial == 0 || !inside()) {
      return NOTHING_OPEN;
    }
    long deadline = get(DEADLINE);
    if (get(SERIAL) != serial) {
      return 1; // the next step opened between the reads: look again
    }
    long left = deadline - now;
    if (left > 0) {
      return left;
    }
    if (firedSerial != serial) {
      set(WHY, WHY_HARD_BUDGET);
      set(FIRED, serial);
      firedSerial = serial;
      firedAt = now;
    }
    // Again at every look: a check that found the flag of an older step may have just cleared it.
    buffer.put(FLAG, (byte) 1);
    VarHandle.fullFence();
    return 0;
  }

  /**
   * Whether the open step has gone on for {@code patience} after it was fired at; true once a step.
   * Watchdog only.
   */
  boolean nowStuck(long now, long patience) {
    long serial = get(SERIAL);
    if (serial == 0 || serial != firedSerial || now - firedAt < patience) {
      return false;
    }
    if (stuck.serial == serial) {
      return false;
    }
    stuck = new Stuck(serial, (int) get(SLOT), get(STARTED));
    return true;
  }

  /** Nanoseconds for which the script in {@code slot} has been stuck, -1 when it isn't. */
  long stuckFor(int slot, long now) {
    Stuck known = stuck;
    if (known.slot != slot || known.serial == 0 || get(SERIAL) != known.serial || !inside()) {
      return -1;
    }
    return now - known.started;
  }
}
