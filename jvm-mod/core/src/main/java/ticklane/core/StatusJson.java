package ticklane.core;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Status and List as clients see them: what one needs to choose the next step, fields without
 * content left out.
 */
final class StatusJson {
  /** Characters of log lines in one answer; older ones are counted as skipped. */
  private static final int LINE_CHARS = 8_000;

  /** Published fields that only {@code detail: full} shows. */
  private static final Set<String> FULL_ONLY =
      Set.of(
          "budget_ms",
          "hard_ms",
          "ticks",
          "mode",
          "operation_id",
          "source_hash",
          "traceback",
          "source",
          "locals",
          "overruns",
          "params",
          "seed",
          "header",
          "docstring");

  private static final List<String> SHORT_ERROR =
      List.of("type", "line", "code", "in", "message", "locals");

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
          "waited",
          "game",
          "lost");

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
   */
  static JsonObject status(Script script, Asked asked, boolean frozen, long lost, long now) {
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
    status.add("lines", lines(script.lines.since(asked.sinceLine, LINE_CHARS)));
    stepTimes(status, script.times.read(), view.progress().overruns());
    put(status, "budget", published.get("budget"));
    long stuck = script.stuckFor(now);
    if (stuck >= 0) {
      JsonObject shown = new JsonObject();
      shown.addProperty("ms", stuck / 1_000_000);
      status.add("stuck", shown);
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
  private static JsonElement result(JsonObject published) {
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

  private static JsonObject lines(LineRing.Slice slice) {
    JsonObject lines = new JsonObject();
    lines.addProperty("next", slice.next());
    if (!slice.lines().isEmpty()) {
      JsonArray texts = new JsonArray();
      slice.lines().forEach(texts::add);
      lines.add("new", texts);
    }
    if (!slice.lines().isEmpty() || slice.skipped() > 0) {
      lines.addProperty("skipped", slice.skipped());
    }
    return lines;
  }

  private static void stepTimes(JsonObject status, StepTimes.Summary times, long over) {
    if (times.steps() > 0) {
      JsonObject shown = new JsonObject();
      shown.addProperty("p50", brief(times.p50()));
      shown.addProperty("p99", brief(times.p99()));
      shown.addProperty("max", brief(times.max()));
      shown.addProperty("over", over);
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

  /**
   * Composes a List.
   *
   * @param which live, ended or all
   * @param ofMs what a lane may promise
   */
  static JsonObject list(
      Board board, GameInfo info, String gameState, int ofMs, String which, int limit) {
    JsonObject game = new JsonObject();
    game.addProperty("host", info.host());
    game.addProperty("minecraft", info.minecraft());
    game.addProperty("tick", board.tick());
    game.addProperty("state", gameState);
    JsonObject lanes = new JsonObject();
    board
        .lanes()
        .forEach(
            (name, lane) -> {
              JsonObject shown = new JsonObject();
              shown.addProperty("mspt", brief(lane.mspt()));
              StepTimes.Summary times = lane.times().read();
              JsonObject step = new JsonObject();
              step.addProperty("p50", brief(times.p50() * 1000));
              step.addProperty("p99", brief(times.p99() * 1000));
              step.addProperty("max", brief(times.max() * 1000));
              shown.add("step_us", step);
              shown.addProperty("promised_ms", brief(board.promisedMs(name)));
              shown.addProperty("of_ms", ofMs);
              lanes.add(name, shown);
            });
    JsonArray columns = new JsonArray();
    List.of("id", "state", "lane", "elapsed", "p99_ms", "result").forEach(columns::add);
    JsonArray rows = new JsonArray();
    int left = 0;
    for (Script script : board.scripts()) {
      Script.View view = script.view();
      if (which.equals(view.ended() ? "live" : "ended")) {
        continue;
      }
      if (rows.size() == limit) {
        left++;
        continue;
      }
      JsonArray row = new JsonArray();
      row.add(script.id);
      String reason = view.text("reason");
      row.add(view.ended() && !reason.isEmpty() ? reason : view.state());
      row.add(script.lane);
      row.add(view.elapsed());
      row.add(brief(script.times.read().p99()));
      row.add(result(view.published()) != null);
      rows.add(row);
    }
    JsonObject list = new JsonObject();
    list.add("game", game);
    list.add("lanes", lanes);
    list.add("columns", columns);
    list.add("scripts", rows);
    if (left > 0) {
      list.addProperty("left_out", left);
    }
    return list;
  }
}
