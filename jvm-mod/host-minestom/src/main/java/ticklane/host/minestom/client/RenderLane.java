package ticklane.host.minestom.client;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import ticklane.core.Core;
import ticklane.core.GameClock;
import ticklane.core.HostException;
import ticklane.core.Lane;
import ticklane.core.Picture;
import ticklane.core.PictureRequest;

/**
 * The render lane: a thread that makes the client's frames, up to 60 a second, and draws them when
 * somebody looks. It sleeps while no script lives on it and no picture is wanted.
 */
public final class RenderLane implements ScenePictures {
  private static final Logger LOG = LoggerFactory.getLogger(RenderLane.class);

  /** The lane's name. */
  public static final String LANE = "render";

  /** How long another lane may keep it from a step before the frame goes without. */
  private static final long PATIENCE_NANOS = 1_000_000L;

  private static final long FRAME_NANOS = 1_000_000_000L / 60;
  private static final long OPEN_MS = 20_000;
  private static final long ASLEEP_NANOS = 3_600_000_000_000L;

  private final Core core;
  private final ClientLane client;
  private final GameClock clock;
  private final WantedPictures wanted = new WantedPictures();
  private volatile boolean stopping;
  private volatile Lane lane;
  private Opening current; // guarded by this

  /** One try to open the lane, and its life. */
  private static final class Opening {
    final CountDownLatch done = new CountDownLatch(1);
    final CountDownLatch ended = new CountDownLatch(1);
    volatile String failed = "";
  }

  /** A lane that nobody has asked for. */
  public RenderLane(Core core, ClientLane client, GameClock clock) {
    this.core = core;
    this.client = client;
    this.clock = clock;
  }

  /**
   * Opens the client lane if it isn't, and this one; returns when scripts can start. Any thread.
   *
   * @throws HostException when there is no client to see by
   */
  public void open() {
    core.openLane(ClientLane.LANE, client::open);
    Opening mine = new Opening();
    try {
      Opening last;
      synchronized (this) {
        if (stopping) {
          throw new HostException(HostException.NOT_HERE, "the game is stopping");
        }
        last = current;
        current = mine;
      }
      if (last != null) { // its client has gone; it is about to follow
        last.ended.await(OPEN_MS, TimeUnit.MILLISECONDS);
      }
      Thread thread = new Thread(null, () -> run(mine), "Render thread", Lane.STACK_BYTES);
      thread.setDaemon(true);
      thread.start();
      if (!mine.done.await(OPEN_MS, TimeUnit.MILLISECONDS)) {
        mine.failed = "it did not open in %d s".formatted(OPEN_MS / 1000);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      mine.failed = "interrupted";
    }
    if (!mine.failed.isEmpty()) {
      throw new HostException(
          HostException.NOT_HERE, "the render lane could not be opened: " + mine.failed);
    }
  }

  /** Takes a picture; opens the lane when it isn't. Any thread, doesn't block. */
  public void picture(PictureRequest request, Consumer<Picture> taken, Consumer<String> failed) {
    take(request, null, taken, failed);
  }

  @Override
  public void take(
      PictureRequest request, Scene scene, Consumer<Picture> taken, Consumer<String> failed) {
    if (!wanted.add(request, scene, taken, failed)) {
      return;
    }
    Lane open = lane;
    if (open != null) {
      open.wake();
      return;
    }
    // Joining takes a second, in which whoever asked must not hold up others.
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                core.openLane(LANE, this::open);
                wake();
              } catch (HostException e) {
                wanted.refuseAll(e.getMessage());
              }
            });
  }

  private void wake() {
    Lane open = lane;
    if (open != null) {
      open.wake();
    } else {
      wanted.refuseAll("the client has left the game");
    }
  }

  /** The client it sees by has gone: so does it. Any thread. */
  void clientGone() {
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
    Opening last;
    synchronized (this) {
      last = current;
    }
    return last == null || last.ended.await(millis, TimeUnit.MILLISECONDS);
  }

  private void run(Opening mine) {
    try {
      ClientHost seen = client.live();
      if (seen == null) {
        mine.failed = "the client has left the game";
        return;
      }
      live(seen, mine);
    } catch (RuntimeException e) {
      mine.failed = e.toString();
      LOG.error("the render lane failed", e);
    } finally {
      mine.done.countDown();
      mine.ended.countDown();
    }
  }

  private void live(ClientHost seen, Opening mine) {
    RenderHost host = new RenderHost(seen, this);
    FramePictures pictures = new FramePictures(seen, core::drawings);
    Lane mineToo = core.lane(LANE, host, PATIENCE_NANOS);
    try {
      mineToo.open();
      lane = mineToo;
      mine.done.countDown();
      loop(seen, host, pictures, mineToo);
    } finally {
      lane = null;
      core.withdraw(mineToo);
      wanted.refuseAll(stopping ? "the game is stopping" : "the client has left the game");
      mineToo.close(stopping ? "game_stopped" : "world_unloaded");
    }
  }

  private void loop(ClientHost seen, RenderHost host, FramePictures pictures, Lane open) {
    long due = System.nanoTime();
    while (!stopping && client.live() == seen) {
      if (!open.hasWork() && wanted.isEmpty()) {
        open.awaitWork(System.nanoTime() + ASLEEP_NANOS);
        due = System.nanoTime();
        continue;
      }
      long now = System.nanoTime();
      if (now < due) {
        open.drainUntil(due);
        continue;
      }
      boolean steps = open.hasWork();
      due += FRAME_NANOS;
      if (due < now) {
        long late = (now - due) / FRAME_NANOS + 1;
        open.missed(steps ? late : 0);
        due += late * FRAME_NANOS;
      }
      host.frame(now);
      if (steps) {
        open.step(host.tick());
      }
      if (!wanted.isEmpty() && !seen.isLoading()) {
        wanted.draw(pictures, host.scene(), clock.frozen());
      }
    }
    if (stopping && !seen.isLoading()) {
      wanted.draw(pictures, host.scene(), true); // what was asked for is kept however it ends
    }
  }
}
