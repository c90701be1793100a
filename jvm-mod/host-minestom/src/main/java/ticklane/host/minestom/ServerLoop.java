package ticklane.host.minestom;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
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
import ticklane.host.minestom.client.ClientLane;
import ticklane.host.minestom.client.RenderLane;

/**
 * The server thread: a tick of the world, a step of the scripts, a wait in which requests are
 * answered. It alone touches the world and the lane's interpreter.
 */
final class ServerLoop {
  private static final Logger LOG = LoggerFactory.getLogger(ServerLoop.class);

  /** How often a frozen world attends to its connections. */
  private static final long HEARTBEAT_NANOS = 50_000_000L;

  private static final long PORT_S = 10;

  /** What the client's scripts may take to end, of the time the whole game has for it. */
  private static final long CLIENT_MS = 1_500;

  private final LaunchConfig config;
  private final CoreOptions options;
  private final CountDownLatch stopAsked = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean stopping;
  private volatile boolean failed;
  private volatile Lane lane;
  private volatile Core core;
  private volatile ClientLane client;
  private volatile RenderLane render;

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
    RenderLane frames = render;
    if (frames != null) {
      frames.stop();
    }
    ClientLane joined = client;
    if (joined != null) {
      joined.stop();
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
      ClientLane client =
          new ClientLane(
              core,
              () -> openPort(game),
              game.clock(),
              host.info(),
              game.blocks().minY(),
              Duration.ofSeconds(config.clientWaitS()));
      this.client = client;
      core.offer(ClientLane.LANE, client::open);
      RenderLane render = new RenderLane(core, client, game.clock());
      this.render = render;
      client.shownBy(render);
      core.offer(RenderLane.LANE, render::open);
      core.pictures(render::picture);
      try {
        // Registers the chunks and warms the tick; nothing lives yet, so tick 0 stays tick 0.
        process.tick();
        if (process.port() < 0) {
          LOG.info("world ready");
        } else {
          LOG.info("world ready, players join on 127.0.0.1 port {}", process.port());
        }
        core.ready();
        loop(game, server, client);
      } finally {
        closeClient(client, render);
        server.close("game_stopped");
      }
    }
  }

  /** Asks the server thread, as a port is opened there. */
  private int openPort(Game game) {
    CompletableFuture<Integer> port = new CompletableFuture<>();
    game.hand(() -> port.complete(game.openPort()));
    wake();
    return port.orTimeout(PORT_S, TimeUnit.SECONDS).join();
  }

  private static void closeClient(ClientLane client, RenderLane render) {
    render.stop();
    client.stop();
    long until = System.nanoTime() + CLIENT_MS * 1_000_000;
    try {
      if (!render.await(CLIENT_MS)) {
        LOG.error("the render thread has not ended in {} ms", CLIENT_MS);
      }
      if (!client.await(Math.max(1, (until - System.nanoTime()) / 1_000_000))) {
        LOG.error("the client thread has not ended in {} ms", CLIENT_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void loop(Game game, Lane server, ClientLane client) {
    PacedClock clock = game.clock();
    long idled = System.nanoTime();
    while (!stopping) {
      long now = System.nanoTime();
      long due = clock.next(now);
      if (due == PacedClock.NOW) {
        game.tick();
        server.step(game.population().tickNumber());
        long done = System.nanoTime();
        if (clock.ticked(done, game.population().tickNumber())) {
          core.clockChanged();
        }
        client.serverTicked(game.population().tickNumber(), done);
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
