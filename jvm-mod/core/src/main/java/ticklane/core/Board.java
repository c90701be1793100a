package ticklane.core;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All scripts that live or have ended lately. Lanes write, each its own scripts; anybody reads,
 * without a lock and without the GIL, so questions are answered while a script is stuck.
 */
final class Board {
  /** Ended scripts remembered. */
  static final int ENDED = 256;

  private final Map<String, Script> newest = new ConcurrentHashMap<>();
  private final ArrayDeque<Script> ended = new ArrayDeque<>();
  private final Map<String, LaneInfo> lanes = new ConcurrentHashMap<>();
  private final Runnable changed;
  private volatile long tick;

  /** What the board shows of a lane. */
  interface LaneInfo {
    /** Milliseconds a tick takes lately. */
    double mspt();

    /** What the lane's own steps took of the ticks. */
    StepTimes times();

    /** The longest it has waited for another lane to leave Python. */
    double longestGateWaitMs();

    /** Ticks of the game that went by without a step of this lane. */
    long missed();

    /** The game tick of its last step. */
    long tick();

    /** Name of the thread it runs on. */
    String thread();

    /** Where each script has a process: what is known of them; null on other lanes. */
    default com.google.gson.JsonArray processes() {
      return null;
    }

    /** Why it takes no steps at present, "" while it does. */
    default String away() {
      return "";
    }
  }

  /**
   * A board without scripts.
   *
   * @param changed called on a lane's thread after something that a wait may be for; must be cheap
   */
  Board(Runnable changed) {
    this.changed = changed;
  }

  /** Something a wait may be for has happened. */
  void changed() {
    changed.run();
  }

  void tick(long tick) {
    this.tick = tick;
  }

  /** The last completed tick. */
  long tick() {
    return tick;
  }

  void lane(String name, LaneInfo lane) {
    lanes.put(name, lane);
  }

  /** The lane is closed. */
  void withdraw(String name) {
    lanes.remove(name);
  }

  Map<String, LaneInfo> lanes() {
    return lanes;
  }

  /** A new generation begins; from now on it is what its id names. */
  void begin(Script script) {
    synchronized (ended) {
      Script old = newest.put(script.id, script);
      if (old != null) {
        ended.remove(old);
      }
    }
  }

  /** The script has published that it ended. */
  void ended(Script script) {
    synchronized (ended) {
      if (newest.get(script.id) == script && !ended.contains(script)) {
        ended.addLast(script);
        while (ended.size() > ENDED) {
          Script oldest = ended.removeFirst();
          newest.remove(oldest.id, oldest);
        }
      }
    }
    changed.run();
  }

  /** Marks a script ended on the lane's behalf: its interpreter is gone. */
  void abandon(Script script, String reason) {
    JsonObject fields = new JsonObject();
    fields.add("state", new JsonPrimitive("ended"));
    fields.add("reason", new JsonPrimitive(reason));
    script.merge(fields);
    ended(script);
  }

  /**
   * The newest generation of a script.
   *
   * @throws ControlException unknown_script, naming those there are
   */
  Script script(String id) throws ControlException {
    Script found = CutId.isCut(id) ? uncut(id) : newest.get(id);
    if (found != null) {
      return found;
    }
    StringBuilder known = new StringBuilder();
    int left = 20;
    for (Script script : scripts()) {
      if (left-- == 0) {
        known.append(", …");
        break;
      }
      known.append(known.isEmpty() ? "" : ", ").append(script.id);
      if (script.ended()) {
        known.append(" (ended)");
      }
    }
    throw new ControlException(
        ControlException.UNKNOWN_SCRIPT,
        known.isEmpty()
            ? "no script '" + id + "': none has been started"
            : "no script '" + id + "'; there are: " + known);
  }

  /** The one script whose id a list has cut to that, null when there is none or more than one. */
  private Script uncut(String cut) {
    Script only = null;
    for (Script script : newest.values()) {
      if (CutId.matches(cut, script.id)) {
        if (only != null) {
          return null;
        }
        only = script;
      }
    }
    return only;
  }

  /** The script of that id, or null. */
  Script find(String id) {
    return newest.get(id);
  }

  /** Live scripts by id, then ended ones, the last to end first. */
  List<Script> scripts() {
    List<Script> found = new ArrayList<>();
    synchronized (ended) {
      Set<Script> over = new HashSet<>(ended);
      newest.values().stream()
          .filter(script -> !over.contains(script))
          .sorted((a, b) -> a.id.compareTo(b.id))
          .forEach(found::add);
      ended.descendingIterator().forEachRemaining(found::add);
    }
    return found;
  }

  /** Milliseconds of each tick that live scripts of a lane may take; one-offs are outside. */
  double promisedMs(String lane) {
    double sum = 0;
    for (Script script : newest.values()) {
      Script.View view = script.view();
      if (script.lane.equals(lane) && !view.ended() && !view.text("mode").equals("once")) {
        sum += view.number("budget_ms");
      }
    }
    return sum;
  }
}
