package ticklane.core;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The lanes as a List shows them: every one that scripts know of, whether it is there or not. */
final class LanesJson {
  /** All that the contract names, in its order. */
  private static final List<String> KNOWN = List.of("server", "client", "render", "parallel");

  /** Scripts named for each; the rows have them all. */
  private static final int NAMED = 3;

  private static final int ID_CHARS = 20;

  private LanesJson() {}

  /**
   * By name: what an open lane does and has promised; of the others whether a start opens them.
   *
   * @param there names of the lanes that a script may ask for
   * @param ofMs what a lane may promise
   */
  static JsonObject of(Board board, Set<String> there, int ofMs) {
    Set<String> names = new LinkedHashSet<>(KNOWN);
    names.addAll(board.lanes().keySet());
    names.addAll(there);
    JsonObject lanes = new JsonObject();
    for (String name : names) {
      Board.LaneInfo lane = board.lanes().get(name);
      JsonObject shown = new JsonObject();
      if (lane != null) {
        shown.addProperty("state", lane.away().isEmpty() ? "open" : "waiting");
        if (!lane.away().isEmpty()) {
          shown.addProperty("why", lane.away());
        }
        if (lane.processes() != null) {
          shown.addProperty("tick", lane.tick());
          shown.add("processes", lane.processes());
        } else {
          open(shown, lane);
          shown.addProperty("promised_ms", StatusJson.brief(board.promisedMs(name)));
          shown.addProperty("of_ms", ofMs);
        }
        scripts(shown, board, name);
      } else {
        shown.addProperty("state", there.contains(name) ? "closed" : "absent");
      }
      lanes.add(name, shown);
    }
    return lanes;
  }

  private static void open(JsonObject shown, Board.LaneInfo lane) {
    shown.addProperty("thread", lane.thread());
    shown.addProperty("tick", lane.tick());
    if (lane.missed() > 0) {
      shown.addProperty("missed", lane.missed());
    }
    shown.addProperty("mspt", StatusJson.brief(lane.mspt()));
    StepTimes.Summary times = lane.times().read();
    JsonObject step = new JsonObject();
    step.addProperty("p50", StatusJson.brief(times.p50() * 1000));
    step.addProperty("p99", StatusJson.brief(times.p99() * 1000));
    step.addProperty("max", StatusJson.brief(times.max() * 1000));
    shown.add("step_us", step);
    double waited = lane.longestGateWaitMs();
    if (waited >= 1) {
      shown.addProperty("gate_ms_max", StatusJson.brief(waited));
    }
  }

  private static void scripts(JsonObject shown, Board board, String lane) {
    JsonArray named = new JsonArray();
    int live = 0;
    for (Script script : board.scripts()) {
      if (!script.ended() && script.lane.equals(lane)) {
        live++;
        if (named.size() < NAMED) {
          named.add(CutId.of(script.id, ID_CHARS));
        }
      }
    }
    shown.addProperty("scripts", live);
    if (live > 0) {
      shown.add("runs", named);
    }
  }
}
