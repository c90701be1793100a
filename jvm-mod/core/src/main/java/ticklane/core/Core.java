package ticklane.core;

import java.io.IOException;

/** Everything a game process has once: board, outputs, watchdog, control server, gateway. */
public final class Core implements AutoCloseable {
  private final CoreOptions options;
  private final GameHost host;
  private final Runnable shutdown;

  private Core(CoreOptions options, GameHost host, Runnable shutdown) {
    this.options = options;
    this.host = host;
    this.shutdown = shutdown;
  }

  /**
   * Starts what answers while lanes are busy. Any thread.
   *
   * @param shutdown asks the host's loop to end; called from any thread, must not block
   */
  public static Core start(CoreOptions options, GameHost host, Runnable shutdown)
      throws IOException {
    return new Core(options, host, shutdown);
  }

  /** Creates the lane for {@code host}; its thread then opens it. */
  public Lane lane(String name) {
    return new Lane(name, host, this);
  }

  /**
   * Says that the first tick is done: writes endpoint.json, starts the gateway, prints the
   * ticklane-ready line.
   */
  public void ready() {
    System.out.println("ticklane-ready {}");
  }

  /** After the lanes are closed: answers, flushes outputs, removes endpoint.json. */
  @Override
  public void close() {
    shutdown.run();
  }

  CoreOptions options() {
    return options;
  }
}
