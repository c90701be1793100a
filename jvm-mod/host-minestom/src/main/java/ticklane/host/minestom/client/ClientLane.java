package ticklane.host.minestom.client;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import ticklane.core.Core;
import ticklane.core.GameClock;
import ticklane.core.GameInfo;
import ticklane.core.HostException;
import ticklane.core.Lane;

/**
 * The client lane: a thread with a client of this process's server and an interpreter. The client
 * ticks half a tick after the server, so that the two don't meet at the door into Python.
 */
public final class ClientLane {
  private static final Logger LOG = LoggerFactory.getLogger(ClientLane.class);

  /** The name its player has. */
  static final String PLAYER = "Ticklane";

  /** The lane's name. */
  public static final String LANE = "client";

  /** How long another lane may keep it from a step before the step is let go. */
  private static final long PATIENCE_NANOS = 20_000_000L;

  private static final long OPEN_MS = 20_000;
  private static final long TICK_NANOS = 50_000_000L;

  /** What a client can't know: pushes that are only seen by what comes of them. */
  private static final Set<String> KNOWS =
      Set.of("explosions", "falling_blocks", "items", "living_bodies", "projectiles", "tnt");

  private final Core core;
  private final IntSupplier port;
  private final GameClock clock;
  private final GameInfo info;
  private final int minY;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean stopping;
  private volatile Lane lane;
  private volatile long serverTick;
  private volatile long tickedAt;
  private volatile ClientHost live;
  private RenderLane render;
  private Opening opening; // guarded by this

  /** One try to open the lane. */
  private static final class Opening {
    final CountDownLatch done = new CountDownLatch(1);
    volatile String failed = "";
  }

  /**
   * A lane that nobody has asked for.
   *
   * @param port opens the server for clients if it isn't, and gives its port; any thread
   * @param server what the server is
   * @param minY the world's lowest layer
   */
  public ClientLane(Core core, IntSupplier port, GameClock clock, GameInfo server, int minY) {
    this.core = core;
    this.port = port;
    this.clock = clock;
    this.minY = minY;
    info =
        new GameInfo(
            server.host(),
            server.minecraft(),
            KNOWS,
            Map.copyOf(server.versions()),
            server.dimension(),
            false);
  }

  /**
   * Joins the server and opens the lane; returns when scripts can start. Any thread.
   *
   * @throws HostException when the client isn't let in
   */
  public void open() {
    Opening mine;
    synchronized (this) {
      if (stopping) {
        throw new HostException(HostException.NOT_HERE, "the game is stopping");
      }
      mine = opening = new Opening();
      Thread thread = new Thread(null, () -> run(mine), "Client thread", Lane.STACK_BYTES);
      thread.setDaemon(true);
      thread.start();
    }
    try {
      if (!mine.done.await(OPEN_MS, TimeUnit.MILLISECONDS)) {
        mine.failed = "no world came in %d s".formatted(OPEN_MS / 1000);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      mine.failed = "interrupted";
    }
    if (!mine.failed.isEmpty()) {
      throw new HostException(
          HostException.NOT_HERE, "the client could not join the game: " + mine.failed);
    }
  }

  /** From now on its world is drawn by that; before it is first opened. */
  public void shownBy(RenderLane frames) {
    render = frames;
  }

  /** What the client sees, null while it isn't in the game. Any thread. */
  ClientHost live() {
    return live;
  }

  /** The server has done a tick. The server's thread; costs next to nothing. */
  public void serverTicked(long tick, long now) {
    tickedAt = now;
    serverTick = tick;
    Lane open = lane;
    if (open != null) {
      open.wake();
    }
  }

  /** Asks its thread to end. Any thread. */
  public void stop() {
    stopping = true;
    Lane open = lane;
    if (open != null) {
      open.hurry();
    }
  }

  /** Waits until the lane is closed, at most so long; true when it is. */
  public boolean await(long millis) throws InterruptedException {
    synchronized (this) {
      if (opening == null) {
        return true;
      }
    }
    return ended.await(millis, TimeUnit.MILLISECONDS);
  }

  private void run(Opening mine) {
    try (ServerLink link = new ServerLink(port.getAsInt(), PLAYER)) {
      if (!link.awaitJoined(OPEN_MS)) {
        mine.failed = link.isOpen() ? "the server did not answer" : link.ended();
        return;
      }
      ClientHost host = new ClientHost(link, clock, info, minY, render);
      settle(host, link, mine);
      if (mine.failed.isEmpty()) {
        live(host, link, mine);
      }
    } catch (IOException | RuntimeException e) {
      mine.failed = e.toString();
      LOG.error("the client lane failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      mine.done.countDown();
      ended.countDown();
    }
  }

  /** Until the player stands in its world. */
  private void settle(ClientHost host, ServerLink link, Opening mine) throws InterruptedException {
    long giveUp = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(OPEN_MS);
    while (!host.isSettled()) {
      if (!link.isOpen() || stopping || System.nanoTime() > giveUp) {
        mine.failed = link.isOpen() ? "its world did not come" : link.ended();
        return;
      }
      TimeUnit.MILLISECONDS.sleep(2);
      host.tick(serverTick);
    }
  }

  private void live(ClientHost host, ServerLink link, Opening mine) {
    Lane mineToo = core.lane(LANE, host, PATIENCE_NANOS);
    try {
      mineToo.open();
      lane = mineToo;
      live = host;
      mine.done.countDown();
      loop(host, link, mineToo);
    } finally {
      lane = null;
      live = null;
      render.clientGone();
      core.withdraw(mineToo);
      if (!stopping) {
        LOG.warn("the client lane ends: {}", link.isOpen() ? "its thread failed" : link.ended());
      }
      mineToo.close(stopping ? "game_stopped" : "world_unloaded");
    }
  }

  private void loop(ClientHost host, ServerLink link, Lane open) {
    long last = serverTick;
    while (!stopping && link.isOpen()) {
      long tick = serverTick;
      if (tick == last) {
        host.idle();
        open.drainUntil(System.nanoTime() + TICK_NANOS);
        continue;
      }
      if (!clock.sprinting()) {
        open.drainUntil(tickedAt + (long) (0.5e9 / clock.rate()));
        tick = serverTick;
      }
      open.missed(tick - last - 1);
      last = tick;
      host.tick(tick);
      open.step(tick);
    }
  }
}
