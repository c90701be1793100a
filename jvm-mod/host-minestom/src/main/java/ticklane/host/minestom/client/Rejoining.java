package ticklane.host.minestom.client;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * When a client that has lost its world tries to join again, and when it gives up: after so long
 * without the world, or when it is lost again and again soon after it had come back.
 */
final class Rejoining {
  /** Lost so many times, each time soon after it had come back, it gives up. */
  static final int MOST_LOSSES = 8;

  /** Who stays that long has come back for good. */
  private static final long LASTING_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final long mostNanos;
  private long joinedAt;
  private long lostAt;
  private long nextTry;
  private long pause = FIRST_NANOS;
  private int losses;

  /** For a client that joins now. */
  Rejoining(Duration most, long now) {
    mostNanos = most.toNanos();
    joinedAt = now;
  }

  /** The world is lost. */
  void lost(long now) {
    if (now - joinedAt >= LASTING_NANOS) {
      settled();
    }
    lostAt = now;
    losses++;
    nextTry = now + pause;
  }

  /** What was lost before doesn't count any more: it lasts, or nobody is left that waited. */
  void settled() {
    losses = 0;
    pause = FIRST_NANOS;
  }

  /** Whether a loss was soon before. */
  boolean isShaken() {
    return losses > 0;
  }

  /** A try has failed: the next one later. */
  void failed(long now) {
    pause = Math.min(2 * pause, LONGEST_NANOS);
    nextTry = now + pause;
  }

  /** A try has succeeded. */
  void joined(long now) {
    pause = Math.min(2 * pause, LONGEST_NANOS);
    joinedAt = now;
  }

  /** When the next try is due, in the time of {@link System#nanoTime}. */
  long nextTry() {
    return Math.min(nextTry, lostAt + mostNanos);
  }

  /** How long it may still take. */
  Duration left(long now) {
    return Duration.ofNanos(Math.max(0, mostNanos - (now - lostAt)));
  }

  /** Why it is given up, "" while it isn't. */
  String over(long now) {
    if (losses >= MOST_LOSSES) {
      return "lost %d times in a row".formatted(losses);
    }
    return now - lostAt >= mostNanos
        ? "not back in %,d s".formatted(TimeUnit.NANOSECONDS.toSeconds(mostNanos))
        : "";
  }
}
