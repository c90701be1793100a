package ticklane.core;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the MCP gateway process alive. It can die without harm: the game goes on and starts another
 * one, for ever if it must. Only a gateway that says its set-up is wrong (a pinned port that is
 * taken, a settings file that can't be read) is given up after some tries: that takes somebody to
 * put right. It ends by itself when its standard input closes, so it never outlives the game.
 */
final class GatewaySupervisor {
  private static final Logger LOG = LoggerFactory.getLogger(GatewaySupervisor.class);

  private static final long FIRST_PAUSE_MS = 500;
  private static final long LONGEST_PAUSE_MS = 30_000;
  private static final long HEALTHY_NANOS = 60_000_000_000L;

  /** Its exit code for a set-up with which it can't start. */
  private static final int CANNOT_START = 3;

  /** Within a quarter of a minute a port of another game that is just ending becomes free. */
  static final int MOST_REFUSALS = 5;

  private final String python;
  private final Path gameDir;
  private final long firstPause;
  private final Thread thread;
  private Process process; // guarded by this
  private boolean stopping; // guarded by this

  GatewaySupervisor(String python, Path gameDir) {
    this(python, gameDir, FIRST_PAUSE_MS);
  }

  GatewaySupervisor(String python, Path gameDir, long firstPause) {
    this.python = python;
    this.gameDir = gameDir;
    this.firstPause = firstPause;
    thread = new Thread(this::run, "ticklane-gateway");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  private void run() {
    long pause = firstPause;
    int refusals = 0;
    try {
      while (true) {
        long began = System.nanoTime();
        try {
          Process gateway = launch();
          if (gateway == null) {
            return;
          }
          int code = gateway.waitFor();
          if (System.nanoTime() - began > HEALTHY_NANOS) {
            pause = firstPause;
          }
          refusals = code == CANNOT_START ? refusals + 1 : 0;
          if (refusals == MOST_REFUSALS) {
            LOG.error(
                "the game has no MCP endpoint: the gateway could not be started as it is set up ({}"
                    + " tries, the reason stands above). Put it right and start the game again",
                refusals);
            return;
          }
          if (!isStopping()) {
            LOG.warn("the gateway ended with code {}; another one starts in {} ms", code, pause);
          }
        } catch (IOException e) {
          LOG.error("the gateway does not start; next try in {} ms: {}", pause, e.toString());
        }
        if (!pause(pause)) {
          return;
        }
        pause = Math.min(LONGEST_PAUSE_MS, 2 * pause);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized Process launch() throws IOException {
    if (stopping) {
      return null;
    }
    process =
        // -P: a file of the game folder, where it runs, must not be taken for a module
        new ProcessBuilder(python, "-P", "-m", "ticklane_gateway", "--game-dir", gameDir.toString())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    LOG.info("gateway started, pid {}", process.pid());
    return process;
  }

  private synchronized boolean isStopping() {
    return stopping;
  }

  /** Waits; false when the game is stopping. */
  private synchronized boolean pause(long millis) throws InterruptedException {
    long end = System.nanoTime() + millis * 1_000_000;
    for (long left = millis; left > 0 && !stopping; ) {
      wait(left);
      left = (end - System.nanoTime()) / 1_000_000;
    }
    return !stopping;
  }

  /** Waits until no gateway is started any more, at most so long; returns whether that is so. */
  boolean awaitEnd(long millis) throws InterruptedException {
    thread.join(millis);
    return !thread.isAlive();
  }

  /** Asks the gateway to end, then makes it; under 0.4 s. */
  void stop() {
    Process gateway;
    synchronized (this) {
      stopping = true;
      notifyAll();
      gateway = process;
    }
    if (gateway == null || !gateway.isAlive()) {
      return;
    }
    try {
      gateway.getOutputStream().close();
    } catch (IOException e) {
      LOG.debug("closing the gateway's input: {}", e.toString());
    }
    try {
      if (!gateway.waitFor(200, TimeUnit.MILLISECONDS)) {
        gateway.destroy();
        if (!gateway.waitFor(150, TimeUnit.MILLISECONDS)) {
          gateway.destroyForcibly();
        }
      }
    } catch (InterruptedException e) {
      gateway.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
