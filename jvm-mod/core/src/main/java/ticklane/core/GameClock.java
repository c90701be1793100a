package ticklane.core;

/**
 * Drives a host's time. All methods may be called from any thread; a request takes effect between
 * two ticks, so a tick that is under way when it comes is completed as what it was.
 */
public interface GameClock {

  /** {@link #underWay}: between two ticks. */
  long NONE = -1;

  /** "running", "frozen", "stepping" or "sprinting". */
  String state();

  /** Nobody's frame rate is at stake: wall-clock overruns are counted, not punished. */
  boolean sprinting();

  /** No tick comes by itself. */
  boolean frozen();

  /** Ticks per second aimed at when running; 20 by default. */
  double rate();

  /** The tick that is being run at this moment, {@link #NONE} between ticks. */
  long underWay();

  /** Ticks that stalls have cost since the start: they were left out, not made up. */
  long skipped();

  /** How long the last ticks took in milliseconds, at most 100, oldest first. */
  double[] lastTicksMs();

  /** The step or sprint that was asked for last, null when there was none. */
  Advance advance();

  /** The one of that number, null when it is long ago or there was none. */
  Advance advance(long number);

  /** Ends a step or sprint too. */
  void freeze();

  /** Ends a step; a sprint goes on, and then the game runs. */
  void unfreeze();

  /**
   * From frozen: exactly {@code ticks} ticks at the rate, then frozen again. Takes the place of a
   * step that is under way.
   *
   * @throws IllegalStateException the game isn't frozen
   */
  Advance step(long ticks);

  /**
   * As fast as it goes for {@code ticks} ticks, or until told otherwise when {@link
   * Advance#ENDLESS}; then back to the state before. Takes the place of a step or sprint that is
   * under way.
   */
  Advance sprint(long ticks);

  /** Ends a step or sprint; returns whether there was one. */
  boolean stop();

  /**
   * Sets the pace.
   *
   * @throws IllegalArgumentException outside 1 to 10,000
   */
  void rate(double ticksPerSecond);
}
