package ticklane.core;

import com.google.gson.JsonObject;

/** A request that is answered with a Status once what it waits for has happened. */
final class StatusWait implements Waits.Wait {
  private final Core core;
  private final ControlRequest request;
  private final Script script;
  private final Wish wish;
  private final long deadline;

  /** What a wait is for; an end always ends it. */
  enum Until {
    ENDED,
    LINE,
    RECORD
  }

  /**
   * What was asked.
   *
   * @param sinceLine first line wanted; one with that number or a higher one ends a wait for lines
   * @param records rows there were before; more end a wait for records
   * @param cursor the client named that line, so it knows those before it
   */
  record Wish(
      Until until, long sinceLine, long records, boolean full, long waitNanos, boolean cursor) {
    Wish(Until until, long sinceLine, long records, boolean full, long waitNanos) {
      this(until, sinceLine, records, full, waitNanos, false);
    }
  }

  StatusWait(Core core, ControlRequest request, Script script, Wish wish) {
    this(core, request, script, wish, System.nanoTime() + wish.waitNanos);
  }

  StatusWait(Core core, ControlRequest request, Script script, Wish wish, long deadline) {
    this.core = core;
    this.request = request;
    this.script = script;
    this.wish = wish;
    this.deadline = deadline;
  }

  @Override
  public long deadline() {
    return deadline;
  }

  @Override
  public boolean settle(long now, boolean late) {
    if (request.isAbandoned()) {
      return true;
    }
    String waited = "";
    if (!script.ended()) {
      if (wish.until == Until.LINE && script.lines.next() > wish.sinceLine) {
        waited = "line";
      } else if (wish.until == Until.RECORD && script.records.total() > wish.records) {
        waited = "record";
      } else if (!late) {
        return false;
      } else {
        waited = "timeout";
      }
    }
    request.answer(compose(core, script, wish, wish.waitNanos > 0 ? waited : ""));
    return true;
  }

  static byte[] compose(Core core, Script script, Wish wish, String waited) {
    ScriptOutput output = script.output;
    long lost = output == null ? 0 : output.lost.get();
    JsonObject status =
        StatusJson.status(
            script,
            new StatusJson.Asked(wish.full, sinceLine(script, wish), waited),
            core.clock().frozen(),
            lost,
            core.board().tick(),
            System.nanoTime());
    if (lost > 0) {
      status.addProperty("lost_why", output.lostWhy());
    }
    return ControlVerbs.bytes(status);
  }

  /** Where there are no new lines the last ones are shown, unless the client knows them. */
  private static long sinceLine(Script script, Wish wish) {
    return wish.cursor || script.lines.next() > wish.sinceLine ? wish.sinceLine : -1;
  }
}
