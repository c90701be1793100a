package ticklane.core;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;

/** A request that a lane must act on, then a {@link StatusWait}. */
final class LaneWait implements Waits.Wait {
  /** How long a lane may take to come by, on top of what the client waits for. */
  static final long PATIENCE = 10_000_000_000L;

  private final Core core;
  private final ControlRequest request;
  private final Lane lane;
  private final LaneRequest queued;
  private final StatusWait.Wish wish;
  private final long asked = System.nanoTime();
  private StatusWait then;

  LaneWait(Core core, ControlRequest request, Lane lane, LaneRequest queued, StatusWait.Wish wish) {
    this.core = core;
    this.request = request;
    this.lane = lane;
    this.queued = queued;
    this.wish = wish;
  }

  @Override
  public long deadline() {
    return then != null ? then.deadline() : asked + wish.waitNanos() + PATIENCE;
  }

  @Override
  public boolean settle(long now, boolean late) {
    if (then != null) {
      return then.settle(now, late);
    }
    String reply = queued.reply();
    if (reply == null) {
      if (late) {
        giveUp(now);
      }
      return late;
    }
    try {
      JsonObject json = StrictJson.object(reply.substring(1));
      if (reply.charAt(0) != '+') {
        request.fail(ControlVerbs.refusal(json));
        return true;
      }
      String id = json.get("id") instanceof JsonPrimitive given ? given.getAsString() : "";
      Script script = core.board().script(id.isEmpty() ? queued.script : id);
      then = new StatusWait(core, request, script, wish, asked + wish.waitNanos());
      return then.settle(now, late || wish.waitNanos() == 0 || now - then.deadline() >= 0);
    } catch (ControlException e) {
      request.fail(e);
      return true;
    } catch (JsonParseException e) {
      request.fail(
          new ControlException(
              ControlException.INTERNAL, "the lane's answer isn't JSON: " + e.getMessage()));
      return true;
    }
  }

  private void giveUp(long now) {
    if (core.isClosing()) {
      queued.cancel();
      request.fail(new ControlException(ControlException.GAME_STOPPED, "the game is stopping"));
      return;
    }
    // A stop stays queued: whoever wanted it still wants it when the lane is free again.
    boolean stop = queued.verb.equals("stop");
    boolean taken = !stop && !queued.cancel();
    String outcome =
        stop
            ? "the stop stays queued"
            : taken ? "it is at this very request" : "the request was taken back";
    request.fail(
        new ControlException(
            ControlException.BUSY,
            "the %s lane has not acted for %d ms: %s; %s"
                .formatted(lane.name(), (now - asked) / 1_000_000, lane.holder(now), outcome)));
  }
}
