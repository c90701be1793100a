package ticklane.core;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The one sentence of a Status that says what to do next, "" where that is obvious. In words that
 * fit every client: MCP's tools and the command line name things alike.
 */
final class NextStep {
  private static final String AGAIN = "start it again (the same id replaces it)";

  /** What to do about an error by its type, where its line and message leave that open. */
  private static final Map<String, String> BY_TYPE =
      Map.ofEntries(
          Map.entry(
              "NotAllowedError",
              "Ask for the capability in caps; only the user can allow it, as the message says."),
          Map.entry(
              "NotHereError",
              "This lane or game can't do that: do it as the message says, then " + AGAIN + "."),
          Map.entry(
              "ModuleNotFoundError",
              "Put a module of your own beside the script (files), or have the package installed; then "
                  + AGAIN
                  + "."),
          Map.entry(
              "RecursionError",
              "It calls itself too deep%s: write it as a loop, then " + AGAIN + "."),
          Map.entry(
              "LimitError",
              "Too much at once%s, and nothing of it was done: take it in parts, then "
                  + AGAIN
                  + "."),
          Map.entry(
              "ProcessError",
              "Its process has died%s; the error says how and what it said last: change what was under way, then "
                  + AGAIN
                  + "."),
          Map.entry(
              "EncodeError",
              "Turn the value the message names into numbers, text or arrays%s, then "
                  + AGAIN
                  + "."));

  private NextStep() {}

  /**
   * The sentence.
   *
   * @param tick the game's
   * @param stuckNanos -1 when its step isn't stuck
   */
  static String of(Script script, boolean frozen, long stuckNanos, long tick) {
    Script.View view = script.view();
    if (view.ended()) {
      return ended(script, view);
    }
    if (stuckNanos >= 0) {
      return "It is inside a call that can't be cut, and its lane waits for it. It ends by itself when that returns;"
          + " wait for the end, then give that line less to do.";
    }
    if (view.state().equals("paused")) {
      return unloaded(view, "It is paused: resume it, or stop it.");
    }
    long until = waitsUntil(view, tick);
    if (frozen) {
      return "The world stands still, so no tick comes: step, sprint or unfreeze it with world_time, `ticklane tick` or a"
          + " script whose body is host.command(\"tick step 20\"), which runs even now.";
    }
    if (until > 0) {
      return String.format(
          Locale.ROOT,
          "It waits in a yield until tick %,d, %,d from now: wait for its end, a line or a record.",
          until,
          until - tick);
    }
    if (until < 0) {
      return "It waits in a yield for a value that another lane has yet to give.";
    }
    return "";
  }

  /** What a script that waits for its world to come back needs, else the other sentence. */
  private static String unloaded(Script.View view, String otherwise) {
    if (!(view.published().get("unloaded") instanceof JsonObject unloaded)) {
      return otherwise;
    }
    return String.format(
        Locale.ROOT,
        "It waits for its world, for at most %,.0f s, and goes on by itself when that is back%s; a start on its lane"
            + " tries at once. Stop it if it needn't go on.",
        decimal(unloaded, "waits_s"),
        unloaded.has("then") ? " and it is resumed" : "");
  }

  /** The tick a long yield waits for, -1 for a pending value, 0 when it doesn't wait. */
  static long waitsUntil(Script.View view, long tick) {
    if (!(view.published().get("waits") instanceof JsonObject waits)) {
      return 0;
    }
    if (!waits.has("until")) {
      return -1;
    }
    long until = waits.get("until").getAsLong();
    return until > tick ? until : 0;
  }

  private static String ended(Script script, Script.View view) {
    return switch (view.text("reason")) {
      case "failed" -> failed(view);
      case "budget" ->
          script.lane.equals(ParallelLane.NAME)
              ? "It has used the CPU time it was given: give it less to do, or raise cpu_s in its header."
              : budget(script, view);
      case "memory" ->
          "It held more memory than a script may"
              + place(line(view, "error", "memory"))
              + ": record() rows or keep sums instead of every value, or have "
              + (script.lane.equals(ParallelLane.NAME) ? "memory_mib" : "script_memory_mib")
              + " raised.";
      case "stuck" ->
          "It was inside a call that can't be cut"
              + place(line(view, "error", "budget", "stuck"))
              + ": give that call less to do, or run it on the parallel lane.";
      case "refused" -> "Nothing was started: change what the message names, then start it.";
      case "replaced" -> "A newer start has taken this id: ask for the id's status again.";
      case "game_stopped" ->
          "The game has ended; what was recorded is on disk. Start a game, then start the script again.";
      case "world_unloaded" ->
          "Its world was left; what was recorded is on disk. Start it again: that opens the lane anew.";
      default -> "";
    };
  }

  private static String failed(Script.View view) {
    if (!(view.published().get("error") instanceof JsonObject error)) {
      return "Ask for detail full: it has the traceback.";
    }
    int line = number(error, "line");
    String known = error.has("type") ? BY_TYPE.get(error.get("type").getAsString()) : null;
    if (known != null) {
      return known.replace("%s", place(line));
    }
    if (line == 0) {
      return "No line of the script is in its traceback: detail full shows it.";
    }
    String file = error.has("file") ? " of " + error.get("file").getAsString() : "";
    boolean led = error.has("because") || error.has("parts");
    return "Correct line "
        + line
        + file
        + (led ? " or what led to it" : "")
        + ", then "
        + AGAIN
        + "; detail full has the traceback.";
  }

  private static String budget(Script script, Script.View view) {
    JsonObject budget =
        view.published().get("budget") instanceof JsonObject known ? known : new JsonObject();
    int line = number(budget, "line");
    if (line == 0) {
      line = script.overruns.worstLine();
    }
    if (budget.has("hard")) {
      return String.format(
          Locale.ROOT,
          "One step took %,.0f ms, and %,.0f are allowed: split the work%s with `yield`, or set hard_ms in the header;"
              + " then %s.",
          decimal(budget, "worst_ms"),
          decimal(budget, "limit_ms"),
          place(line),
          AGAIN);
    }
    double worst = Math.max(decimal(budget, "worst_ms"), decimal(budget, "cpu_ms"));
    String where =
        script.overruns.usual() == Overruns.Cause.HOST_CALL
            ? "ask the host for less at once" + place(line)
            : "do less a tick" + place(line) + " or spread it with `yield`";
    return String.format(
        Locale.ROOT,
        "Its steps were over budget too often: %s, or start it with budget_ms = %.0f.",
        where,
        Math.ceil(worst * 1.25));
  }

  private static String place(int line) {
    return line > 0 ? " at line " + line : "";
  }

  private static int line(Script.View view, String... fields) {
    for (String field : List.of(fields)) {
      if (view.published().get(field) instanceof JsonObject found && number(found, "line") > 0) {
        return number(found, "line");
      }
    }
    return 0;
  }

  private static int number(JsonObject of, String key) {
    return (int) decimal(of, key);
  }

  private static double decimal(JsonObject of, String key) {
    JsonElement value = of.get(key);
    return value != null && value.isJsonPrimitive() && value.getAsJsonPrimitive().isNumber()
        ? value.getAsDouble()
        : 0;
  }
}
