package ticklane.core;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;

/**
 * A request that a lane must act on, then a {@link StatusWait}. Whoever asked for a stop isn't kept
 * until the lane acts: the script's end is what was wanted, and what is known is told in time.
 */
final class LaneWait implements Waits.Wait {
  /** How long a lane may take to come by, on top of what the client waits for. */
  static final long PATIENCE = 10_000_000_000L;

  /** What a stop is given even when its client waits for less: it takes no longer, as a rule. */
  private static final long STOP_PATIENCE = 500_000_000L;

  private final Core core;
  private final ControlRequest request;
  private final Acting lane;
  private final LaneRequest queued;
  private final Script stopping;
  private final StatusWait.Wish wish;
  private final long asked = System.nanoTime();
  private StatusWait then;

  /**
   * A wait for what was queued.
   *
   * @param stopping the script that a stop is for, null when it is another request
   */
  LaneWait(
      Core core,
      ControlRequest request,
      Acting lane,
      LaneRequest queued,
      Script stopping,
      StatusWait.Wish wish) {
    this.core = core;
    this.request = request;
    this.lane = lane;
    this.queued = queued;
    this.stopping = stopping;
    this.wish = wish;
  }

  @Override
  public long deadline() {
    if (then != null) {
      return then.deadline();
    }
    return asked
        + (stopping == null
            ? wish.waitNanos() + PATIENCE
            : Math.max(wish.waitNanos(), STOP_PATIENCE));
  }

  @Override
  public boolean settle(long now, boolean late) {
    if (then != null) {
      return then.settle(now, late);
    }
    String reply = queued.reply();
    if (stopping != null && (stopping.ended() || (reply == null && !core.isClosing()))) {
      return new StatusWait(core, request, stopping, wish, deadline()).settle(now, late);
    }
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
    String outcome = queued.cancel() ? "the request was taken back" : "it is at this very request";
    request.fail(
        new ControlException(
            ControlException.BUSY,
            "the %s lane has not acted for %d ms: %s; %s"
                .formatted(lane.name(), (now - asked) / 1_000_000, lane.holder(now), outcome)));
  }
}
