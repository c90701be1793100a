package ticklane.host.minestom;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import net.minestom.server.Git;
import net.minestom.server.MinecraftServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import ticklane.core.Core;
import ticklane.core.CoreOptions;
import ticklane.core.GameHost;
import ticklane.core.Lane;

/**
 * The server thread: a tick of the world, a step of the scripts, a wait in which requests are
 * answered. It alone touches the world and the lane's interpreter.
 */
final class ServerLoop {
  private static final Logger LOG = LoggerFactory.getLogger(ServerLoop.class);

  /** How often a frozen world attends to its connections. */
  private static final long HEARTBEAT_NANOS = 50_000_000L;

  private final LaunchConfig config;
  private final CoreOptions options;
  private final CountDownLatch stopAsked = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean stopping;
  private volatile boolean failed;
  private volatile Lane lane;
  private volatile Core core;

  ServerLoop(LaunchConfig config, CoreOptions options) {
    this.config = config;
    this.options = options;
  }

  void start() {
    Core.startPythonAhead(options);
    Thread thread = new Thread(null, this::run, "Server thread", Lane.STACK_BYTES);
    thread.start();
  }

  /** Asks the loop to end after the current tick, soon; any thread, doesn't block. */
  void stop() {
    stopping = true;
    stopAsked.countDown();
    Lane current = lane;
    if (current != null) {
      current.hurry();
    }
  }

  private void wake() {
    Lane current = lane;
    if (current != null) {
      current.wake();
    }
  }

  /** Saves what can be saved without the server thread. */
  void abandon() {
    Core current = core;
    if (current != null) {
      current.abandon();
    }
  }

  /** Waits until the loop is asked to stop, or has failed. */
  void awaitStop() throws InterruptedException {
    stopAsked.await();
  }

  /** Whether it has ended otherwise than it was asked to. */
  boolean hasFailed() {
    return failed;
  }

  /** Waits until everything is closed, at most so long; returns whether it is. */
  boolean await(Duration most) throws InterruptedException {
    return ended.await(most.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void run() {
    try {
      MinestomProcess process = MinestomProcess.boot(config.port());
      try {
        runWorld(process);
      } finally {
        process.stop();
      }
    } catch (Throwable e) {
      failed = true;
      LOG.error("the server thread failed", e);
    } finally {
      stopAsked.countDown();
      ended.countDown();
    }
  }

  private void runWorld(MinestomProcess process) throws IOException {
    Game game = new Game(process, config, this::wake, this::stop);
    new Players(game).listen(MinecraftServer.getGlobalEventHandler());
    game.commands().declare(MinecraftServer.getCommandManager());
    GameHost host = new MinestomHost(game, Git.version());
    try (Core core = Core.start(options, host, this::stop)) {
      this.core = core;
      Lane server = core.lane("server");
      lane = server;
      server.open();
      try {
        // Registers the chunks and warms the tick; nothing lives yet, so tick 0 stays tick 0.
        process.tick();
        if (process.port() < 0) {
          LOG.info("world ready");
        } else {
          LOG.info("world ready, players join on 127.0.0.1 port {}", process.port());
        }
        core.ready();
        loop(game, server);
      } finally {
        server.close("game_stopped");
      }
    }
  }

  private void loop(Game game, Lane server) {
    PacedClock clock = game.clock();
    long idled = System.nanoTime();
    while (!stopping) {
      long now = System.nanoTime();
      long due = clock.next(now);
      if (due == PacedClock.NOW) {
        game.tick();
        server.step(game.population().tickNumber());
        if (clock.ticked(System.nanoTime(), game.population().tickNumber())) {
          core.clockChanged();
        }
      } else if (due == PacedClock.NEVER) {
        if (now - idled >= HEARTBEAT_NANOS) {
          game.idle();
          idled = now;
        }
        server.drainUntil(idled + HEARTBEAT_NANOS);
      } else {
        server.drainUntil(due);
      }
    }
  }
}
