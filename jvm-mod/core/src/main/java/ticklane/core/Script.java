package ticklane.core;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Map;

/**
 * What is known of one generation of a script: a record that is replaced as a whole at most once a
 * step, so that any thread reads a consistent state without a lock, and the bounded rings beside
 * it.
 */
final class Script {
  final String id;
  final int generation;
  final String lane;
  final int slot;
  final LineRing lines = new LineRing();
  final KeyCounts records = new KeyCounts();
  final StepTimes times = new StepTimes();
  final Overruns overruns = new Overruns();
  final EventStream.Rate rate = new EventStream.Rate();
  private final WatchBuffer watch;

  /** Where its rows go; null before the runtime has opened it. */
  volatile ScriptOutput output;

  /** The run folder's copy of its lines; null when it has no run folder. */
  volatile ScriptOutput log;

  /** Its code by address, as long as it lives; null where the runtime tells nothing of it. */
  volatile ScriptCode code;

  /** What it draws and has drawn for it, as long as it lives; null before it has a folder. */
  volatile ScriptPictures pictures;

  /** A stop was asked for. */
  volatile boolean stopAsked;

  private volatile View view = new View(new JsonObject(), Progress.NONE);

  /**
   * The state after a step.
   *
   * @param published the merged lifecycle fields; never changed after it was put here
   * @param progress the last step's numbers
   */
  record View(JsonObject published, Progress progress) {
    String text(String key) {
      JsonElement value = published.get(key);
      return value != null && value.isJsonPrimitive() ? value.getAsString() : "";
    }

    double number(String key) {
      JsonElement value = published.get(key);
      return value != null && value.isJsonPrimitive() && value.getAsJsonPrimitive().isNumber()
          ? value.getAsDouble()
          : 0;
    }

    /** "starting", "running", "paused" or "ended". */
    String state() {
      String published = text("state");
      if (published.isEmpty() || published.equals("starting")) {
        return progress.running ? "running" : "starting";
      }
      return published;
    }

    boolean ended() {
      return text("state").equals("ended");
    }

    long tick() {
      return progress.tick >= 0 ? Math.max(progress.tick, (long) number("tick")) : publishedTick();
    }

    private long publishedTick() {
      return published.has("tick") ? (long) number("tick") : -1;
    }

    long elapsed() {
      return Math.max(progress.elapsed, (long) number("elapsed"));
    }
  }

  /**
   * Numbers of the ledger; tick -1 before the first step.
   *
   * @param wallNanos of all steps together, as is cpuNanos
   */
  record Progress(
      long tick,
      long elapsed,
      long overruns,
      long steps,
      boolean running,
      long wallNanos,
      long cpuNanos) {
    static final Progress NONE = new Progress(-1, 0, 0, 0, false, 0, 0);
  }

  Script(String id, int generation, String lane, int slot, WatchBuffer watch) {
    this.id = id;
    this.generation = generation;
    this.lane = lane;
    this.slot = slot;
    this.watch = watch;
  }

  View view() {
    return view;
  }

  boolean ended() {
    return view.ended();
  }

  /** Lane only. Fields that are null take the field away. */
  void merge(JsonObject fields) {
    View old = view;
    JsonObject merged = new JsonObject();
    for (Map.Entry<String, JsonElement> field : old.published.entrySet()) {
      merged.add(field.getKey(), field.getValue());
    }
    for (Map.Entry<String, JsonElement> field : fields.entrySet()) {
      if (field.getValue().isJsonNull()) {
        merged.remove(field.getKey());
      } else {
        merged.add(field.getKey(), field.getValue());
      }
    }
    view = new View(merged, old.progress);
  }

  /**
   * Takes over what the ledger says; a new step becomes a sample. Lane only.
   *
   * @param tick the present tick: a script that had nothing to do in it has lived through it too
   */
  void progress(Ledger ledger, long tick) {
    View old = view;
    Progress was = old.progress;
    long steps = ledger.steps(slot);
    long elapsed = ledger.elapsed(slot);
    boolean running = ledger.state(slot) == 1;
    if (steps == was.steps && elapsed == was.elapsed && running == was.running) {
      return;
    }
    long wall = was.wallNanos;
    long cpu = was.cpuNanos;
    if (steps > was.steps) {
      times.add(ledger.wallNanos(slot));
      wall += ledger.wallNanos(slot);
      cpu += ledger.cpuNanos(slot);
    }
    view =
        new View(
            old.published,
            new Progress(tick, elapsed, ledger.overruns(slot), steps, running, wall, cpu));
  }

  /** The step of it that goes on although it was told to end, null when none does. */
  WatchBuffer.Stuck stuck() {
    return ended() ? null : watch.stuck(slot);
  }
}
