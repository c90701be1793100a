package ticklane.core;

import com.google.gson.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the watchdog's ladder does to a lane's steps: all but {@link #place} on its thread. */
final class LaneSteps implements StepLadder.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(LaneSteps.class);

  private final Core core;
  private final String lane;
  private final ScriptSlots slots;
  private volatile FrameLayout layout;

  LaneSteps(Core core, String lane, ScriptSlots slots) {
    this.core = core;
    this.lane = lane;
    this.slots = slots;
  }

  /** Where the lane's thread keeps its frames; null when nothing of them can be read. */
  void layout(FrameLayout known) {
    layout = known;
  }

  @Override
  public void interrupt(long serial, int rung) {
    core.interrupter().ask(lane, serial, rung);
  }

  @Override
  public Standing look(int slot) {
    return place(slot);
  }

  /** Where the open step of that slot stands, null when that can't be told. Any thread. */
  Standing place(int slot) {
    FrameReader.Found<Known> found = core.frames().find(layout, address -> known(slot, address));
    if (found == null) {
      return null;
    }
    ScriptCode.Place place = found.code().code.at(found.code().address, found.offset());
    return place == null ? null : new Standing(found.code().script, place);
  }

  private record Known(Script script, ScriptCode code, long address) {}

  /** In nobody's step it may be any script's code: a late {@code __del__}. */
  private Known known(int slot, long address) {
    if (slot != WatchBuffer.NOBODY) {
      return knownOf(slots.at(slot), address);
    }
    for (int any = 0; any < Ledger.SLOTS; any++) {
      Known known = knownOf(slots.at(any), address);
      if (known != null) {
        return known;
      }
    }
    return null;
  }

  private static Known knownOf(Script script, long address) {
    ScriptCode code = script == null ? null : script.code;
    return code != null && code.has(address) ? new Known(script, code, address) : null;
  }

  @Override
  public void stuck(WatchBuffer.Stuck stuck, long now) {
    Standing place = stuck.place();
    Script script = slots.at(stuck.slot());
    String id = script != null ? script.id : place != null ? place.script().id : "";
    long ms = (now - stuck.since()) / 1_000_000;
    JsonObject data = new JsonObject();
    data.addProperty("ms", ms);
    if (place != null) {
      place.addTo(data);
    }
    LOG.warn(
        "lane {}: {} is stuck for {} ms{}: it can't be ended before that call returns",
        lane,
        holder(script, place),
        ms,
        place == null ? "" : ", " + place.words());
    core.events().event(core.board().tick(), id, "stuck", data);
    core.board().changed();
  }

  /** Who holds the lane, for people, to begin a sentence. */
  static String holder(Script script, Standing place) {
    if (script != null) {
      return "script '" + script.id + "'";
    }
    return place == null
        ? "its Python side"
        : "what script '" + place.script().id + "' left to be collected";
  }
}
