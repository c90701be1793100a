package ticklane.core;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** List as clients see it: the game, its lanes, one short row a script. */
final class ListJson {
  /** Bytes of the whole for up to {@link #USUAL} scripts; each further one adds {@link #ROW}. */
  static final int BYTES = 4_096;

  static final int USUAL = 50;
  private static final int ROW = 80;

  /** Lengths that ids are cut to, the first that fits. */
  private static final int[] LENGTHS = {64, 40, 32, 28, 24, 20, 16};

  private ListJson() {}

  /**
   * Composes a List.
   *
   * @param ofMs what a lane may promise
   * @param there lanes that a script may ask for
   * @param which live, ended or all
   */
  static JsonObject of(
      Board board,
      GameInfo info,
      String gameState,
      int ofMs,
      Set<String> there,
      String which,
      int limit) {
    JsonObject game = new JsonObject();
    game.addProperty("host", info.host());
    game.addProperty("minecraft", info.minecraft());
    game.addProperty("tick", board.tick());
    game.addProperty("state", gameState);
    JsonArray columns = new JsonArray();
    List.of("id", "state", "lane", "elapsed", "p99_ms", "result").forEach(columns::add);
    List<Script> shown = new ArrayList<>();
    int left = 0;
    int oneOffs = 0;
    for (Script script : board.scripts()) {
      if (which.equals(script.ended() ? "live" : "ended")) {
        continue;
      }
      if (which.equals("all") && script.ended() && !script.view().text("one_off").isEmpty()) {
        oneOffs++; // many, and each was answered: they would push the scripts out
        continue;
      }
      if (shown.size() == limit) {
        left++;
      } else {
        shown.add(script);
      }
    }
    JsonObject list = new JsonObject();
    list.add("game", game);
    list.add("process", ProcessFigures.brief());
    list.add("lanes", LanesJson.of(board, there, ofMs));
    list.add("columns", columns);
    list.add("scripts", new JsonArray());
    if (left > 0) {
      list.addProperty("left_out", left);
    }
    if (oneOffs > 0) {
      list.addProperty("one_offs_ended", oneOffs);
    }
    int bound = BYTES + ROW * Math.max(0, shown.size() - USUAL);
    for (int length : LENGTHS) {
      list.add("scripts", rows(shown, length));
      if (shown.stream().anyMatch(script -> script.id.length() > length)) {
        list.addProperty(
            "cut",
            "ids over "
                + length
                + " characters, in their middle; they are understood as they stand here");
      }
      if (list.toString().getBytes(StandardCharsets.UTF_8).length <= bound) {
        break;
      }
    }
    return list;
  }

  private static JsonArray rows(List<Script> scripts, int length) {
    Map<String, Integer> same = new HashMap<>();
    scripts.forEach(script -> same.merge(CutId.of(script.id, length), 1, Integer::sum));
    JsonArray rows = new JsonArray();
    for (Script script : scripts) {
      Script.View view = script.view();
      String cut = CutId.of(script.id, length);
      JsonArray row = new JsonArray();
      // Two that would read alike are no use cut.
      row.add(same.get(cut) == 1 ? cut : script.id);
      String reason = view.text("reason");
      row.add(view.ended() && !reason.isEmpty() ? reason : view.state());
      row.add(script.lane);
      row.add(view.elapsed());
      row.add(StatusJson.brief(script.times.read().p99()));
      row.add(StatusJson.result(view.published()) != null);
      rows.add(row);
    }
    return rows;
  }
}
