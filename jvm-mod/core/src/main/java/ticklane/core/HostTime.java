package ticklane.core;

/**
 * How long the scripts' steps were inside host calls, and in which most. The lane's thread only.
 */
final class HostTime {
  private final WatchBuffer watch;
  private final long[] step = new long[Ledger.SLOTS];
  private final long[] nanos = new long[Ledger.SLOTS];
  private final long[] longest = new long[Ledger.SLOTS];
  private final String[] call = new String[Ledger.SLOTS];
  private long current;

  HostTime(WatchBuffer watch) {
    this.watch = watch;
  }

  /** A step of the lane begins: what was counted before is over. */
  void stepBegins() {
    current++;
  }

  /** A host call that began then has ended; charged to the script whose step is open. */
  void ended(long began, String name) {
    int slot = watch.openSlot();
    if (slot < 0 || slot >= Ledger.SLOTS) {
      return;
    }
    long took = System.nanoTime() - began;
    if (step[slot] != current) {
      step[slot] = current;
      nanos[slot] = 0;
      longest[slot] = 0;
    }
    nanos[slot] += took;
    if (took > longest[slot]) {
      longest[slot] = took;
      call[slot] = name;
    }
  }

  /** Nanoseconds a script was inside host calls in this step of the lane. */
  long nanos(int slot) {
    return step[slot] == current ? nanos[slot] : 0;
  }

  /** The longest of them, as a script writes it; "" when there was none. */
  String longest(int slot) {
    return step[slot] == current && call[slot] != null ? call[slot] : "";
  }
}
