package ticklane.core;

import com.google.gson.JsonObject;
import java.util.Arrays;
import java.util.Locale;

/**
 * A {@code time} request after it was acted on: answered when no tick is under way any more that
 * began before it, and, where the client waits, when its step or sprint is over.
 */
final class TimeWait implements Waits.Wait {
  /** How long the tick that is under way is waited for: it is over sooner, as a rule. */
  private static final long TICK_PATIENCE = 250_000_000L;

  private final Core core;
  private final ControlRequest request;
  private final Advance advance;
  private final long before;
  private final long waitNanos;
  private final long asked = System.nanoTime();

  /**
   * A wait.
   *
   * @param advance what the answer tells of, null for nothing
   * @param before the tick that was under way when the request came, {@link GameClock#NONE} also
   *     where nobody cares
   */
  TimeWait(Core core, ControlRequest request, Advance advance, long before, long waitNanos) {
    this.core = core;
    this.request = request;
    this.advance = advance;
    this.before = before;
    this.waitNanos = waitNanos;
  }

  @Override
  public long deadline() {
    return asked + Math.max(waitNanos, before == GameClock.NONE ? 0 : TICK_PATIENCE);
  }

  @Override
  public boolean settle(long now, boolean late) {
    if (request.isAbandoned()) {
      return true;
    }
    boolean waits = waitNanos > 0 && advance != null && !advance.progress().over();
    if (!late && (waits || isUnderWay())) {
      return false;
    }
    request.answer(ControlVerbs.bytes(answer()));
    return true;
  }

  private boolean isUnderWay() {
    return before != GameClock.NONE && core.clock().underWay() == before;
  }

  private JsonObject answer() {
    GameClock clock = core.clock();
    JsonObject answer = new JsonObject();
    // First: a tick that ends in between would else be told as frozen and not yet counted.
    JsonObject ran = advance == null ? null : advance.json();
    String state = clock.state();
    answer.addProperty("state", state);
    long underWay = clock.underWay();
    long tick = core.board().tick();
    answer.addProperty("tick", underWay == GameClock.NONE ? tick : Math.min(tick, underWay - 1));
    answer.addProperty("rate", clock.rate());
    answer.addProperty("skipped", clock.skipped());
    double[] took = clock.lastTicksMs();
    if (took.length > 0) {
      answer.add("tick_ms", spread(took));
    }
    if (isUnderWay()) {
      answer.addProperty("under_way", before);
    }
    if (ran != null) {
      answer.add("ran", ran);
    }
    String next = next(state);
    if (!next.isEmpty()) {
      answer.addProperty("next", next);
    }
    return answer;
  }

  private static JsonObject spread(double[] took) {
    JsonObject spread = new JsonObject();
    double[] sorted = took.clone();
    Arrays.sort(sorted);
    spread.addProperty("mean", rounded(Arrays.stream(sorted).average().orElse(0)));
    for (int percent : new int[] {50, 95, 99}) {
      int at = (int) Math.ceil(sorted.length * percent / 100.0) - 1;
      spread.addProperty("p" + percent, rounded(sorted[Math.max(0, at)]));
    }
    spread.addProperty("of", sorted.length);
    return spread;
  }

  private static double rounded(double ms) {
    return Math.round(ms * 1000) / 1000.0;
  }

  private String next(String state) {
    if (isUnderWay()) {
      return String.format(
          Locale.ROOT,
          "Tick %d was under way and takes long; it is completed, then this holds.",
          before);
    }
    if (advance == null) {
      return "";
    }
    Advance.Progress progress = advance.progress();
    if (!progress.over()) {
      return waitNanos > 0 || advance.asked() == Advance.ENDLESS
          ? "It goes on: query with wait_s waits for its end, stop or freeze ends it."
          : "";
    }
    if (progress.ended().equals("replaced")) {
      return "Another step or sprint took its place; the game is " + state + ".";
    }
    return "";
  }
}
