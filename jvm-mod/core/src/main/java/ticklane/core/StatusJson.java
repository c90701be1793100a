package ticklane.core;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Status as clients see it: what one needs to choose the next step, fields without content left
 * out.
 */
final class StatusJson {
  /** Characters of log lines in one answer; older ones are counted as skipped. */
  private static final int LINE_CHARS = 8_000;

  /** Lines, and their characters, that are shown of what was logged before, unasked. */
  private static final int LAST_LINES = 10;

  private static final int LAST_CHARS = 2_000;

  /** Published fields that only {@code detail: full} shows. */
  private static final Set<String> FULL_ONLY =
      Set.of(
          "budget_ms",
          "hard_ms",
          "ticks",
          "mode",
          "one_off",
          "operation_id",
          "source_hash",
          "traceback",
          "source",
          "locals",
          "params",
          "seed",
          "header",
          "docstring");

  private static final List<String> SHORT_ERROR =
      List.of(
          "type", "file", "line", "code", "caret", "in", "message", "notes", "because", "parts",
          "locals");

  /** Shown in a fixed place or replaced by what Java knows better. */
  private static final Set<String> PLACED =
      Set.of(
          "id",
          "generation",
          "state",
          "reason",
          "lane",
          "tick",
          "elapsed",
          "error",
          "result",
          "has_result",
          "verdicts",
          "budget",
          "run",
          "records",
          "lines",
          "step_ms",
          "stuck",
          "stopping",
          "waited",
          "game",
          "lost",
          "waits",
          "overruns",
          "next");

  /**
   * What a status was asked with.
   *
   * @param full with traceback, source and whatever else was published
   * @param sinceLine first line wanted
   * @param waited what ended the wait, "" when there was none to tell of
   */
  record Asked(boolean full, long sinceLine, String waited) {}

  private StatusJson() {}

  /**
   * Composes a Status.
   *
   * @param lost rows that didn't come to disk
   * @param tick the game's
   */
  static JsonObject status(
      Script script, Asked asked, boolean frozen, long lost, long tick, long now) {
    Script.View view = script.view();
    JsonObject published = view.published();
    boolean ended = view.ended();
    JsonObject status = new JsonObject();
    status.addProperty("id", script.id);
    status.addProperty("generation", script.generation);
    status.addProperty("state", view.state());
    put(status, "reason", published.get("reason"));
    status.addProperty("lane", script.lane);
    if (view.tick() >= 0) {
      status.addProperty("tick", view.tick());
    }
    status.addProperty("elapsed", view.elapsed());
    if (!asked.waited.isEmpty()) {
      status.addProperty("waited", asked.waited);
    }
    if (frozen && !ended) {
      status.addProperty("game", "frozen");
    }
    put(status, "error", error(published.get("error"), asked.full));
    put(status, "result", result(published));
    put(status, "verdicts", published.get("verdicts"));
    records(status, script.records.byKey());
    status.add("lines", lines(script.lines, asked.sinceLine));
    stepTimes(status, script.times.read(), view.progress());
    put(status, "overruns", script.overruns.json(asked.full ? Overruns.KEPT : Overruns.SHOWN));
    put(status, "budget", published.get("budget"));
    WatchBuffer.Stuck stuck = script.stuck();
    if (stuck != null) {
      JsonObject shown = new JsonObject();
      shown.addProperty("ms", (now - stuck.since()) / 1_000_000);
      if (stuck.place() != null) {
        stuck.place().addTo(shown);
      }
      status.add("stuck", shown);
    }
    if (script.stopAsked && !ended) {
      status.addProperty("stopping", true);
    }
    long until = ended ? 0 : NextStep.waitsUntil(view, tick);
    if (until != 0) {
      put(status, "waits", published.get("waits"));
    }
    if (lost > 0) {
      status.addProperty("lost", lost);
    }
    put(status, "run", published.get("run"));
    for (Map.Entry<String, JsonElement> field : published.entrySet()) {
      String key = field.getKey();
      if (PLACED.contains(key) || (FULL_ONLY.contains(key) && !asked.full)) {
        continue;
      }
      if (key.equals("reproducible") && !asked.full && isTrue(field.getValue())) {
        continue; // worth a word only where it isn't
      }
      if (key.equals("partial") && !isTrue(field.getValue())) {
        continue;
      }
      put(status, key, field.getValue());
    }
    put(
        status,
        "next",
        new JsonPrimitive(
            NextStep.of(script, frozen, stuck == null ? -1 : now - stuck.since(), tick)));
    return status;
  }

  private static boolean isTrue(JsonElement value) {
    return value.isJsonPrimitive()
        && value.getAsJsonPrimitive().isBoolean()
        && value.getAsBoolean();
  }

  /** Adds a field unless it is empty. */
  private static void put(JsonObject to, String key, JsonElement value) {
    if (value == null || value.isJsonNull()) {
      return;
    }
    boolean empty =
        (value.isJsonObject() && value.getAsJsonObject().isEmpty())
            || (value.isJsonArray() && value.getAsJsonArray().isEmpty())
            || (value.isJsonPrimitive()
                && value.getAsJsonPrimitive().isString()
                && value.getAsString().isEmpty());
    if (!empty || key.equals("result")) {
      to.add(key, value);
    }
  }

  private static JsonElement error(JsonElement error, boolean full) {
    if (full || error == null || !error.isJsonObject()) {
      return error;
    }
    JsonObject brief = new JsonObject();
    for (String key : SHORT_ERROR) {
      put(brief, key, error.getAsJsonObject().get(key));
    }
    return brief;
  }

  /** The result, also when it is empty; null when there is none. */
  static JsonElement result(JsonObject published) {
    JsonElement result = published.get("result");
    JsonElement has = published.get("has_result");
    return has != null && !isTrue(has) ? null : result;
  }

  private static void records(JsonObject status, Map<String, Long> counts) {
    if (!counts.isEmpty()) {
      JsonObject records = new JsonObject();
      counts.forEach(records::addProperty);
      status.add("records", records);
    }
  }

  /** The lines from a number on; for -1, the last ones there are, under a name of their own. */
  private static JsonObject lines(LineRing ring, long since) {
    JsonObject lines = new JsonObject();
    LineRing.Slice slice = ring.since(since < 0 ? 0 : since, since < 0 ? LAST_CHARS : LINE_CHARS);
    lines.addProperty("next", slice.next());
    List<String> texts = slice.lines();
    if (since < 0) {
      texts = texts.subList(Math.max(0, texts.size() - LAST_LINES), texts.size());
    }
    if (!texts.isEmpty()) {
      JsonArray shown = new JsonArray();
      texts.forEach(shown::add);
      lines.add(since < 0 ? "last" : "new", shown);
    }
    if (since >= 0 && (!texts.isEmpty() || slice.skipped() > 0)) {
      lines.addProperty("skipped", slice.skipped());
    }
    return lines;
  }

  private static void stepTimes(
      JsonObject status, StepTimes.Summary times, Script.Progress progress) {
    if (times.steps() > 0) {
      JsonObject shown = new JsonObject();
      shown.addProperty("p50", brief(times.p50()));
      shown.addProperty("p99", brief(times.p99()));
      shown.addProperty("max", brief(times.max()));
      shown.addProperty("over", progress.overruns());
      shown.addProperty("total", brief(progress.wallNanos() / 1e6));
      shown.addProperty("cpu", brief(progress.cpuNanos() / 1e6));
      status.add("step_ms", shown);
    }
  }

  /** Three digits are what a measurement of microseconds is good for. */
  static Number brief(double value) {
    BigDecimal rounded =
        BigDecimal.valueOf(value)
            .round(new MathContext(3))
            .setScale(3, RoundingMode.HALF_UP)
            .stripTrailingZeros();
    return rounded.scale() <= 0 ? (Number) rounded.longValue() : (Number) rounded.doubleValue();
  }
}
