package ticklane.core;

import com.google.gson.JsonObject;

/**
 * A step or a sprint that was asked for, and exactly which ticks ran for it. The clock writes it,
 * any thread reads it.
 */
public final class Advance {
  /** {@link #asked} of a sprint without end. */
  public static final long ENDLESS = -1;

  /** What it is. */
  public enum Kind {
    STEP("step"),
    SPRINT("sprint");

    private final String word;

    Kind(String word) {
      this.word = word;
    }
  }

  /**
   * How far it is.
   *
   * @param ran ticks that are complete, their scripts' steps too
   * @param first the first of them, meaningless when none ran; they have no holes
   * @param nanos from the begin of the first to the end of the last
   * @param ended "" while it goes on; "done", or what cut it short: "frozen unfrozen stopped
   *     replaced"
   */
  public record Progress(long ran, long first, long nanos, String ended) {
    public long last() {
      return first + ran - 1;
    }

    public boolean over() {
      return !ended.isEmpty();
    }
  }

  private final long number;
  private final Kind kind;
  private final long asked;
  private volatile Progress progress = new Progress(0, 0, 0, "");
  private long began;

  /**
   * A new one of which nothing ran.
   *
   * @param number the clock's own count of them, from 1
   * @param asked ticks, {@link #ENDLESS} for a sprint without end
   */
  public Advance(long number, Kind kind, long asked) {
    this.number = number;
    this.kind = kind;
    this.asked = asked;
  }

  public long number() {
    return number;
  }

  public Kind kind() {
    return kind;
  }

  public long asked() {
    return asked;
  }

  public Progress progress() {
    return progress;
  }

  /** A tick of it begins. */
  public void begins(long now) {
    if (progress.ran == 0) {
      began = now;
    }
  }

  /** A tick of it is complete; returns whether that was the last that was asked for. */
  public boolean ran(long tick, long now) {
    Progress before = progress;
    progress = new Progress(before.ran + 1, before.ran == 0 ? tick : before.first, now - began, "");
    return progress.ran == asked;
  }

  /** No more ticks run for it. */
  public void end(String how) {
    Progress before = progress;
    progress = new Progress(before.ran, before.first, before.nanos, how);
  }

  /** As an answer tells it. */
  JsonObject json() {
    Progress now = progress;
    JsonObject json = new JsonObject();
    json.addProperty("number", number);
    json.addProperty("kind", kind.word);
    if (asked != ENDLESS) {
      json.addProperty("asked", asked);
    }
    json.addProperty("ticks", now.ran);
    if (now.ran > 0) {
      json.addProperty("first", now.first);
      json.addProperty("last", now.last());
      json.addProperty("ms", Math.round(now.nanos / 1e4) / 100.0);
    }
    json.addProperty("ended", now.over() ? now.ended : "no");
    return json;
  }
}
