package ticklane.core;

/** One tick thread with one Python interpreter: steps scripts after each tick. */
public final class Lane {
  private final String name;
  private final GameHost host;
  private final Core core;

  Lane(String name, GameHost host, Core core) {
    this.name = name;
    this.host = host;
    this.core = core;
  }

  /** Starts the interpreter and the runtime in it. On the lane's thread, once. */
  public void open() {}

  /**
   * After each tick, on the lane's thread: queued requests first, then the scripts' step, then the
   * board.
   *
   * @param tick the tick just completed
   */
  public void step(long tick) {}

  /**
   * The pacing wait, on the lane's thread: handles queued requests until {@link System#nanoTime}
   * reaches {@code nanoTime} or {@link #wake} is called.
   */
  public void drainUntil(long nanoTime) {}

  /** Handles what is queued and returns at once: for loops that wait by other means. */
  public void heartbeat() {}

  /** Ends a {@link #drainUntil} early: the clock changed, or the game is stopping. Any thread. */
  public void wake() {}

  /**
   * Ends all scripts, then the interpreter. On the lane's thread, once.
   *
   * @param reason game_stopped or world_unloaded
   */
  public void close(String reason) {}

  @Override
  public String toString() {
    return "lane " + name + " of " + host.info().host() + ", budget " + core.options();
  }
}
