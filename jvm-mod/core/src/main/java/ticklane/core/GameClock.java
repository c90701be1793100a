package ticklane.core;

/**
 * Drives a host's time. All methods may be called from any thread; a request takes effect between
 * two ticks.
 */
public interface GameClock {

  /** "running", "frozen", "stepping" or "sprinting". */
  String state();

  /** Nobody's frame rate is at stake: wall-clock overruns are counted, not punished. */
  boolean sprinting();

  boolean frozen();

  /** Ticks per second aimed at when running; 20 by default. */
  double rate();

  void freeze();

  void unfreeze();

  /** From frozen: exactly {@code ticks} ticks at the rate, then frozen again. */
  void step(long ticks);

  /**
   * As fast as it goes for {@code ticks} ticks, or until told otherwise when -1; then back to the
   * state before.
   */
  void sprint(long ticks);

  /**
   * Sets the pace.
   *
   * @throws IllegalArgumentException outside 1 to 10,000
   */
  void rate(double ticksPerSecond);
}
