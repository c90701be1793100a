package ticklane.host.minestom.client;

import java.io.IOException;
import java.time.Duration;
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

  /** How often it looks for its world while it joins. */
  private static final long JOINING_NANOS = 2_000_000L;

  private static final int FIRST_TRIES = 3;

  /** What a client can't know: pushes that are only seen by what comes of them. */
  private static final Set<String> KNOWS =
      Set.of("explosions", "falling_blocks", "items", "living_bodies", "projectiles", "tnt");

  private final Core core;
  private final IntSupplier port;
  private final GameClock clock;
  private final GameInfo info;
  private final int minY;
  private final Duration longestWait;
  private volatile boolean stopping;

  /** The lane as long as it is open; {@link #lane} while its world is there, too. */
  private volatile Lane held;

  private volatile Lane lane;
  private volatile long serverTick;
  private volatile long tickedAt;
  private volatile ClientHost live;
  private RenderLane render;
  private Thread thread; // guarded by this
  private boolean running; // guarded by this; its thread takes what is asked for
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
   * @param longestWait how long scripts may wait for a world that was lost
   */
  public ClientLane(
      Core core,
      IntSupplier port,
      GameClock clock,
      GameInfo server,
      int minY,
      Duration longestWait) {
    this.core = core;
    this.port = port;
    this.clock = clock;
    this.minY = minY;
    this.longestWait = longestWait;
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
   * Joins the server and opens the lane, or joins again for those that wait on it; returns when
   * scripts can start. Any thread.
   *
   * @throws HostException when the client isn't let in
   */
  public void open() {
    Opening mine;
    synchronized (this) {
      if (stopping) {
        throw new HostException(HostException.NOT_HERE, "the game is stopping");
      }
      if (lane != null) {
        return;
      }
      mine = opening = new Opening();
      if (running) {
        if (held != null) {
          held.wake(); // it has lost its world: the next try is now
        }
      } else {
        running = true;
        thread = new Thread(null, this::run, "Client thread", Lane.STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
      }
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

  /** Whoever waits in {@link #open} goes on; "" when the lane is there. */
  private synchronized void answer(String failed) {
    if (opening != null) {
      opening.failed = failed;
      opening.done.countDown();
      opening = null;
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
    Lane made = held;
    if (made != null) {
      made.hurry();
    }
  }

  /** Waits until the lane is closed, at most so long; true when it is. */
  public boolean await(long millis) throws InterruptedException {
    Thread last;
    synchronized (this) {
      last = thread;
    }
    return last == null || last.join(Duration.ofMillis(millis));
  }

  private void run() {
    ClientHost host = new ClientHost(clock, info, minY, render);
    Lane made = null;
    try {
      ServerLink link = firstJoin(host);
      Rejoining rejoining = new Rejoining(longestWait, System.nanoTime());
      made = core.lane(LANE, host, PATIENCE_NANOS);
      held = made;
      made.open();
      while (link != null) {
        arrived(made, host);
        loop(host, link, made, rejoining);
        link.close();
        link = stopping ? null : awayFrom(host, link.ended(), made, rejoining);
      }
    } catch (HostException e) {
      answer(e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("the client lane failed", e);
      answer(e.toString());
    } finally {
      letGo(made);
      host.leave();
      if (made != null) {
        made.close(stopping ? "game_stopped" : "world_unloaded");
      }
    }
  }

  /** Minestom now and then refuses who answers its login faster than it notes who that is. */
  private ServerLink firstJoin(ClientHost host) {
    for (int tries = 1; ; tries++) {
      try {
        return join(host, null);
      } catch (HostException e) {
        if (tries == FIRST_TRIES || stopping) {
          throw e;
        }
        LOG.info("the client was not let in, once more: {}", e.getMessage());
      }
    }
  }

  private synchronized void arrived(Lane made, ClientHost host) {
    lane = made;
    live = host;
    answer("");
  }

  /** There is nothing to draw any more. */
  private void unseen() {
    live = null;
    render.clientGone();
  }

  /** From now on whoever asks for the lane gets a new one. */
  private synchronized void letGo(Lane made) {
    if (thread != Thread.currentThread() || !running) {
      return;
    }
    running = false;
    lane = null;
    held = null;
    unseen();
    if (made != null) {
      core.withdraw(made);
    }
    answer("the client has left the game");
  }

  /**
   * Joins the server.
   *
   * @param meanwhile serves its requests until then, when there is one
   * @throws HostException saying why it isn't let in; the host has left then
   */
  private ServerLink join(ClientHost host, Lane meanwhile) {
    ServerLink link = null;
    String failed = "";
    try {
      link = new ServerLink(port.getAsInt(), PLAYER);
      host.join(link);
      long giveUp = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(OPEN_MS);
      while (failed.isEmpty() && !host.isSettled()) {
        if (stopping) {
          failed = "the game is stopping";
        } else if (!link.isOpen()) {
          failed = link.ended();
        } else if (System.nanoTime() > giveUp) {
          failed = "its world did not come";
        } else if (meanwhile == null) {
          TimeUnit.NANOSECONDS.sleep(JOINING_NANOS);
        } else {
          meanwhile.drainUntil(System.nanoTime() + JOINING_NANOS);
        }
        host.tick(serverTick);
      }
    } catch (IOException | RuntimeException e) {
      LOG.error("the client could not join", e);
      failed = e.toString();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failed = "interrupted";
    }
    if (!failed.isEmpty()) {
      host.leave();
      if (link != null) {
        link.close();
      }
      throw new HostException(HostException.NOT_HERE, failed);
    }
    return link;
  }

  /**
   * The world is lost: as long as somebody waits for it, the client tries to join again.
   *
   * @return the new connection, null when nobody waits any more or it is given up
   */
  private ServerLink awayFrom(ClientHost host, String why, Lane made, Rejoining rejoining) {
    LOG.warn("the client has lost its world: {}", why);
    synchronized (this) {
      lane = null;
      unseen();
    }
    rejoining.lost(System.nanoTime());
    made.unload(why, rejoining.left(System.nanoTime()));
    host.leave();
    while (!stopping) {
      long now = System.nanoTime();
      String over = rejoining.over(now);
      boolean asked;
      synchronized (this) {
        asked = opening != null;
        if (!asked && (made.isEmpty() || !over.isEmpty())) {
          letGo(made);
        }
      }
      if (!asked && made.isEmpty()) {
        return null;
      }
      if (!asked && !over.isEmpty()) {
        made.unload(why + ", " + over, Duration.ZERO);
        return null;
      }
      if (!asked && now < rejoining.nextTry()) {
        made.drainUntil(rejoining.nextTry());
        continue;
      }
      try {
        ServerLink link = join(host, made);
        rejoining.joined(System.nanoTime());
        made.comeBack(serverTick);
        LOG.info("the client is back in its world");
        return link;
      } catch (HostException e) {
        rejoining.failed(System.nanoTime());
        answer(e.getMessage());
      }
    }
    return null;
  }

  private void loop(ClientHost host, ServerLink link, Lane open, Rejoining rejoining) {
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
      try {
        host.tick(tick);
      } catch (RuntimeException e) {
        LOG.error("the client's tick failed", e);
        link.end("its tick failed: " + e);
        return;
      }
      open.step(tick);
      if (rejoining.isShaken() && open.isEmpty()) {
        rejoining.settled();
      }
    }
  }
}
