package ticklane.core;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.function.LongSupplier;

/**
 * What happened, for whoever watches: lines and lifecycle changes in one bounded ring, numbered
 * from 1. A script that floods shows a few lines a second and how many more there were.
 * Thread-safe.
 */
final class EventStream {
  static final int EVENTS = 4096;
  static final int LINES_PER_SECOND = 20;
  private static final long SECOND = 1_000_000_000;

  private final ArrayDeque<Event> ring = new ArrayDeque<>();
  private final LongSupplier nanoTime;
  private long next = 1;

  /** What limits one script's lines: how many came in the present second. Guarded by the stream. */
  static final class Rate {
    private long second = Long.MIN_VALUE;
    private int shown;
    private long hidden;

    /**
     * Whether lines were hidden that nobody was told of. Only on the thread that adds the lines.
     */
    boolean hides() {
      return hidden > 0;
    }
  }

  /** Its data is kept as text: a quarter of what the tree takes. */
  private record Event(
      long seq, long tick, long time, String script, String kind, String text, String data) {}

  EventStream(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** A log line; beyond {@link #LINES_PER_SECOND} a second it is only counted. */
  synchronized void line(long tick, String script, Rate rate, String text) {
    long second = Math.floorDiv(nanoTime.getAsLong(), SECOND);
    if (second != rate.second) {
      tellHidden(tick, script, rate);
      rate.second = second;
      rate.shown = 0;
    }
    if (rate.shown == LINES_PER_SECOND) {
      rate.hidden++;
      return;
    }
    rate.shown++;
    add(tick, script, "line", text, null);
  }

  /** Tells of lines that were hidden, once their second is over or the script has ended. */
  synchronized void settle(long tick, String script, Rate rate, boolean ended) {
    if (rate.hidden > 0 && (ended || Math.floorDiv(nanoTime.getAsLong(), SECOND) != rate.second)) {
      tellHidden(tick, script, rate);
    }
  }

  private void tellHidden(long tick, String script, Rate rate) {
    if (rate.hidden > 0) {
      add(tick, script, "line", rate.hidden + " more lines", null);
      rate.hidden = 0;
    }
  }

  /** Something with fields. */
  synchronized void event(long tick, String script, String kind, JsonElement data) {
    add(tick, script, kind, null, data.toString());
  }

  private void add(long tick, String script, String kind, String text, String data) {
    if (ring.size() == EVENTS) {
      ring.removeFirst();
    }
    ring.addLast(new Event(next++, tick, System.currentTimeMillis(), script, kind, text, data));
  }

  /** The number the next event will get. */
  synchronized long next() {
    return next;
  }

  /** Whether there is an event numbered {@code since} or more, of that script unless "". */
  synchronized boolean hasSince(long since, String script) {
    Iterator<Event> newestFirst = ring.descendingIterator();
    while (newestFirst.hasNext()) {
      Event event = newestFirst.next();
      if (event.seq < since) {
        return false;
      }
      if (script.isEmpty() || event.script.equals(script)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Events from a number on.
   *
   * @return {@code {"next","skipped","events"}}; next is the {@code since} that goes on from here,
   *     skipped how many of all scripts' events are no longer there
   */
  synchronized JsonObject page(long since, int limit, String script) {
    long from = Math.max(1, since);
    JsonArray events = new JsonArray();
    long goOn = Math.max(from, next);
    long oldest = next - ring.size();
    for (Event event : ring) {
      if (event.seq < from || !(script.isEmpty() || event.script.equals(script))) {
        continue;
      }
      if (events.size() == limit) {
        goOn = event.seq;
        break;
      }
      JsonObject shown = new JsonObject();
      shown.addProperty("seq", event.seq);
      shown.addProperty("tick", event.tick);
      shown.addProperty("time", event.time);
      shown.addProperty("script", event.script);
      shown.addProperty("kind", event.kind);
      if (event.text != null) {
        shown.addProperty("text", event.text);
      }
      if (event.data != null) {
        shown.add("data", JsonParser.parseString(event.data));
      }
      events.add(shown);
    }
    JsonObject page = new JsonObject();
    page.addProperty("next", goOn);
    page.addProperty("skipped", Math.max(0, oldest - from));
    page.add("events", events);
    return page;
  }
}
