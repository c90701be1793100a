package ticklane.core;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.Map;

/** The steps of a script that went over its budget: how many by each cause, the last ones whole. */
final class Overruns {
  static final int KEPT = 20;

  /** Of those in a short answer. */
  static final int SHOWN = 3;

  /** What the time went into. */
  enum Cause {
    OWN_CODE("own code"),
    HOST_CALL("host call"),
    GARBAGE_COLLECTION("garbage collection"),
    OTHERS("other processes");

    final String text;

    Cause(String text) {
      this.text = text;
    }
  }

  /**
   * One step.
   *
   * @param line where its function begins or stood, 0 not known
   * @param call the host call that took longest, when that is the cause, else ""
   * @param counted whether it counts against the script's budget
   */
  record Overrun(
      long tick,
      long wallNanos,
      long cpuNanos,
      int line,
      Cause cause,
      String call,
      boolean counted) {}

  private final ArrayDeque<Overrun> last = new ArrayDeque<>();
  private final Map<Cause, Long> counts = new EnumMap<>(Cause.class);

  /**
   * What a step's time went into: that it was not on the processor, else a host call, else its own
   * code, whichever is more than half of it.
   *
   * @param collectionNanos garbage collections while it ran
   * @param hostNanos inside host calls
   */
  static Cause cause(long wallNanos, long cpuNanos, long collectionNanos, long hostNanos) {
    long waited = wallNanos - cpuNanos;
    if (2 * waited > wallNanos) {
      return 2 * collectionNanos >= waited ? Cause.GARBAGE_COLLECTION : Cause.OTHERS;
    }
    return 2 * hostNanos >= wallNanos ? Cause.HOST_CALL : Cause.OWN_CODE;
  }

  synchronized void add(Overrun overrun) {
    if (last.size() == KEPT) {
      last.removeFirst();
    }
    last.addLast(overrun);
    counts.merge(overrun.cause, 1L, Long::sum);
  }

  /** The cause of most of them that count, null when none does. */
  synchronized Cause usual() {
    Cause usual = null;
    for (Map.Entry<Cause, Long> entry : counts.entrySet()) {
      if (usual == null || entry.getValue() > counts.get(usual)) {
        usual = entry.getKey();
      }
    }
    return usual;
  }

  /** The line of the longest that is kept, 0 when none is known. */
  synchronized int worstLine() {
    Overrun worst = null;
    for (Overrun overrun : last) {
      if (overrun.line > 0 && (worst == null || overrun.wallNanos > worst.wallNanos)) {
        worst = overrun;
      }
    }
    return worst == null ? 0 : worst.line;
  }

  /**
   * Counts by cause and the last {@code most} of them, the newest last; empty when there are none.
   */
  synchronized JsonObject json(int most) {
    JsonObject json = new JsonObject();
    counts.forEach((cause, count) -> json.addProperty(cause.text, count));
    if (last.isEmpty()) {
      return json;
    }
    JsonArray shown = new JsonArray();
    Iterator<Overrun> each = last.iterator();
    for (int skip = last.size() - most; each.hasNext(); skip--) {
      Overrun overrun = each.next();
      if (skip > 0) {
        continue;
      }
      JsonObject row = new JsonObject();
      row.addProperty("tick", overrun.tick);
      row.addProperty("ms", StatusJson.brief(overrun.wallNanos / 1e6));
      row.addProperty("cpu_ms", StatusJson.brief(overrun.cpuNanos / 1e6));
      row.addProperty("cause", overrun.cause.text);
      if (!overrun.call.isEmpty()) {
        row.addProperty("call", overrun.call);
      }
      if (overrun.line > 0) {
        row.addProperty("line", overrun.line);
      }
      if (!overrun.counted) {
        row.addProperty("counted", false);
      }
      shown.add(row);
    }
    json.add("last", shown);
    return json;
  }
}
