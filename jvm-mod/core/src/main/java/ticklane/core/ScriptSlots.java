package ticklane.core;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lane's scripts by slot: turns what the runtime publishes, records and logs into the board, the
 * files and the event stream. Called on the lane's thread; {@link #at} by any.
 */
final class ScriptSlots {
  private static final Logger LOG = LoggerFactory.getLogger(ScriptSlots.class);

  private final Core core;
  private final String lane;
  private final WatchBuffer watch;
  private final Ledger ledger;
  private final AtomicReferenceArray<Script> slots = new AtomicReferenceArray<>(Ledger.SLOTS);
  private final List<Script> justEnded = new ArrayList<>();
  private boolean changed;
  private boolean patient;

  ScriptSlots(Core core, String lane, WatchBuffer watch, Ledger ledger) {
    this.core = core;
    this.lane = lane;
    this.watch = watch;
    this.ledger = ledger;
  }

  /** Rows and lines wait for the disk: for those who are no lane's thread. */
  ScriptSlots patient() {
    patient = true;
    return this;
  }

  /** The ids of the live scripts. */
  Set<String> ids() {
    Set<String> ids = new LinkedHashSet<>();
    for (int slot = 0; slot < Ledger.SLOTS; slot++) {
      Script script = slots.get(slot);
      if (script != null) {
        ids.add(script.id);
      }
    }
    return ids;
  }

  /** A line of its own for that script, if it lives. */
  void say(String id, String text) {
    Script script = core.board().find(id);
    if (script != null && at(script.slot) == script) {
      line(script.slot, text);
    }
  }

  /** The live script in a slot, or null. */
  Script at(int slot) {
    return slot < 0 || slot >= Ledger.SLOTS ? null : slots.get(slot);
  }

  /** Whether no script lives. */
  boolean isEmpty() {
    for (int slot = 0; slot < Ledger.SLOTS; slot++) {
      if (slots.get(slot) != null) {
        return false;
      }
    }
    return true;
  }

  private Script live(int slot) {
    Script script = at(slot);
    if (script == null) {
      throw new HostException(HostException.BAD_VALUE, "no script has slot " + slot);
    }
    return script;
  }

  private Script begin(int slot, String id, int generation) {
    if (slot < 0 || slot >= Ledger.SLOTS) {
      throw new HostException(HostException.LIMIT, "slot " + slot + "; a lane has " + Ledger.SLOTS);
    }
    Script old = slots.get(slot);
    if (old != null) {
      if (old.id.equals(id) && old.generation == generation) {
        return old;
      }
      LOG.error("slot {} of script '{}' was taken by '{}' before it ended", slot, old.id, id);
      end(old, slot);
      core.board().abandon(old, "replaced");
    }
    Script script = new Script(id, generation, lane, slot, watch);
    put(slot, script);
    core.board().begin(script);
    return script;
  }

  /** Whoever has the slot from now on, or null: a stop that was asked for isn't its. */
  private synchronized void put(int slot, Script script) {
    slots.set(slot, script);
    watch.forgetStop(slot);
  }

  /** The script is to end, by its step being unwound if need be; once each. Any thread. */
  synchronized void askStop(Script script) {
    if (!script.stopAsked && at(script.slot) == script) {
      script.stopAsked = true;
      watch.askStop(script.slot, System.nanoTime());
    }
  }

  /** As {@link #askStop} for all that live. Any thread. */
  void askStopOfAll() {
    for (int slot = 0; slot < Ledger.SLOTS; slot++) {
      Script script = at(slot);
      if (script != null) {
        askStop(script);
      }
    }
  }

  /** The lane acts on the stop: the last calls that follow have their full time. */
  synchronized void stopServed(Script script) {
    if (script != null && at(script.slot) == script) {
      watch.forgetStop(script.slot);
    }
  }

  /** The lane is closing: as {@link #stopServed} for all. */
  void stopsServed() {
    for (int slot = 0; slot < Ledger.SLOTS; slot++) {
      stopServed(at(slot));
    }
  }

  /** The runtime tells of a script's code; it goes with the script. */
  void code(int slot, byte[] packed) {
    live(slot).code = new ScriptCode(packed);
  }

  void openOutput(
      int slot, String id, int generation, String runDir, int rotateMib, int rotateFiles) {
    Script script = begin(slot, id, generation);
    script.pictures = new ScriptPictures(core.picturesOf(id, runDir));
    if (runDir.isEmpty()) {
      OutputFiles files = core.gameFolderOutput(id).rotatingAs(rotateMib, rotateFiles);
      script.output = new ScriptOutput(id, generation, files);
    } else {
      Path folder = core.options().gameDir().resolve(runDir);
      OutputFiles files = OutputFiles.run(folder, "records").rotatingAs(rotateMib, rotateFiles);
      script.output = new ScriptOutput(id, generation, files);
      script.log = new ScriptOutput(id, generation, OutputFiles.run(folder, "lines"));
    }
  }

  void records(int slot, byte[] ndjson, int rows) {
    Script script = live(slot);
    if (script.output == null) {
      throw new HostException(
          HostException.BAD_VALUE, "script '" + script.id + "' has opened no output");
    }
    if (ndjson.length == 0 || ndjson[ndjson.length - 1] != '\n') {
      throw new HostException(HostException.BAD_VALUE, "records must be complete lines");
    }
    script.records.count(ndjson);
    append(script.output, ndjson, rows);
    changed = true;
  }

  void line(int slot, String text) {
    Script script = live(slot);
    long tick = core.board().tick();
    script.lines.add(tick, text);
    core.events().line(tick, script.id, script.rate, LineRing.shorten(text));
    note(script, tick, "text", new JsonPrimitive(text));
    changed = true;
  }

  /** Into the run folder: what was said and what happened is there however the game ends. */
  private void note(Script script, long tick, String kind, JsonElement what) {
    if (script.log != null) {
      JsonObject row = new JsonObject();
      row.addProperty("tick", tick);
      row.addProperty("time", System.currentTimeMillis());
      row.add(kind, what);
      byte[] line = (row + "\n").getBytes(StandardCharsets.UTF_8);
      append(script.log, line, 1);
    }
  }

  private void append(ScriptOutput output, byte[] lines, int rows) {
    if (patient) {
      core.store().appendPatiently(output, lines, rows);
    } else {
      core.store().append(output, lines, rows, core.clock().sprinting());
    }
  }

  void event(int slot, String kind, String json) {
    Script script = live(slot);
    long tick = core.board().tick();
    JsonElement data = parse(json);
    core.events().event(tick, script.id, kind, data);
    note(script, tick, kind, data);
    changed = true;
  }

  private static JsonElement parse(String json) {
    try {
      return StrictJson.parse(json);
    } catch (JsonParseException e) {
      throw new HostException(HostException.BAD_VALUE, "not JSON: " + e.getMessage());
    }
  }

  void publish(int slot, String json) {
    JsonElement parsed = parse(json);
    if (!parsed.isJsonObject()) {
      throw new HostException(HostException.BAD_VALUE, "publish takes a JSON object");
    }
    JsonObject fields = parsed.getAsJsonObject();
    Script script = at(slot);
    if (script == null) {
      JsonElement id = fields.get("id");
      if (id == null) {
        throw new HostException(
            HostException.BAD_VALUE, "the first publish of slot " + slot + " must have an id");
      }
      JsonElement generation = fields.get("generation");
      script = begin(slot, id.getAsString(), generation == null ? 1 : generation.getAsInt());
    }
    if (fields.get("state") instanceof JsonPrimitive state && state.getAsString().equals("ended")) {
      // Whoever waits for the end is told of the last step, too.
      script.progress(ledger, core.board().tick());
    }
    script.merge(fields);
    if (script.ended()) {
      end(script, slot);
      core.board().ended(script);
    }
    hardLimits();
    changed = true;
  }

  /** The slot is free again; a last step's sample may still be in the ledger. */
  private void end(Script script, int slot) {
    put(slot, null);
    script.code = null;
    script.pictures = null;
    justEnded.add(script);
    core.events().settle(core.board().tick(), script.id, script.rate, true);
    if (script.output != null) {
      core.store().end(script.output);
    }
    if (script.log != null) {
      core.store().end(script.log);
    }
  }

  private void hardLimits() {
    double smallest = Double.MAX_VALUE;
    for (int slot = 0; slot < Ledger.SLOTS; slot++) {
      Script script = slots.get(slot);
      double hard = script == null ? 0 : script.view().number("hard_ms");
      if (hard > 0) {
        smallest = Math.min(smallest, hard);
      }
    }
    long nanos = smallest == Double.MAX_VALUE ? Long.MAX_VALUE : (long) (smallest * 1e6);
    if (nanos < watch.minHardNanos()) {
      watch.minHardNanos(nanos);
      core.watchdog().limitsChanged();
    } else {
      watch.minHardNanos(nanos);
    }
  }

  /** Whether any script lives. */
  boolean hasLive() {
    int high = ledger.highWater();
    for (int slot = 0; slot < high; slot++) {
      if (slots.get(slot) != null) {
        return true;
      }
    }
    return false;
  }

  /** After the runtime has run: takes over the ledger, tells who waits. */
  void settle() {
    int high = ledger.highWater();
    long tick = core.board().tick();
    for (int slot = 0; slot < high; slot++) {
      Script script = slots.get(slot);
      if (script != null) {
        script.progress(ledger, tick);
        if (script.rate.hides()) {
          core.events().settle(tick, script.id, script.rate, false);
          changed = true;
        }
      }
    }
    if (!justEnded.isEmpty()) {
      for (Script script : justEnded) {
        // Unless the slot is another's already, whose numbers these would be.
        if (slots.get(script.slot) == null && ledger.steps(script.slot) > 0) {
          script.progress(ledger, tick);
        }
        script.times.close();
      }
      justEnded.clear();
      changed = true;
    }
    if (changed) {
      changed = false;
      core.board().changed();
    }
  }

  /** The interpreter is gone: whatever it left alive has ended. */
  void abandonAll(String reason) {
    long tick = core.board().tick();
    for (int slot = 0; slot < Ledger.SLOTS; slot++) {
      Script script = slots.get(slot);
      if (script != null) {
        LOG.warn("script '{}' was left by its runtime; it counts as ended, {}", script.id, reason);
        JsonObject why = new JsonObject();
        why.addProperty("reason", reason);
        core.events().event(tick, script.id, "ended", why);
        note(script, tick, "ended", why);
        end(script, slot);
        core.board().abandon(script, reason);
      }
    }
    settle();
  }
}
