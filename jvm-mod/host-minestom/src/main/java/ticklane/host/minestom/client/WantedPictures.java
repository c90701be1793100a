package ticklane.host.minestom.client;

import java.util.Iterator;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import ticklane.core.Picture;
import ticklane.core.PictureRequest;

/** Pictures that wait to be drawn, in the order they were asked for. */
final class WantedPictures {
  private static final Logger LOG = LoggerFactory.getLogger(WantedPictures.class);
  private static final int MOST = 32;

  /** A world that stands still has been told of by then, though no tick comes. */
  private static final long STILL_NANOS = 200_000_000L;

  /** So long for a tick that doesn't come, and it is drawn as it is. */
  private static final long PATIENCE_NANOS = 10_000_000_000L;

  private record Wanted(
      PictureRequest request,
      Scene scene,
      long asked,
      Consumer<Picture> taken,
      Consumer<String> failed) {}

  private final ConcurrentLinkedQueue<Wanted> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger count = new AtomicInteger();

  /** Any thread; false, and told, when too many wait. */
  boolean add(
      PictureRequest request, Scene scene, Consumer<Picture> taken, Consumer<String> failed) {
    if (count.incrementAndGet() > MOST) {
      count.decrementAndGet();
      failed.accept(MOST + " pictures are wanted already");
      return false;
    }
    waiting.add(new Wanted(request, scene, System.nanoTime(), taken, failed));
    return true;
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /**
   * Draws those whose time has come.
   *
   * @param now the scene of this frame
   * @param stands whether the world stands still
   */
  void draw(FramePictures pictures, Scene now, boolean stands) {
    for (Iterator<Wanted> each = waiting.iterator(); each.hasNext(); ) {
      Wanted next = each.next();
      long waited = System.nanoTime() - next.asked();
      boolean there = next.scene() != null || now.tick() >= next.request().tick();
      if (!there && waited < (stands ? STILL_NANOS : PATIENCE_NANOS)) {
        continue;
      }
      each.remove();
      count.decrementAndGet();
      draw(pictures, next, next.scene() == null ? now : next.scene());
    }
  }

  private static void draw(FramePictures pictures, Wanted wanted, Scene scene) {
    Picture picture;
    try {
      picture = pictures.take(wanted.request(), scene);
    } catch (RuntimeException | OutOfMemoryError e) {
      LOG.error("a picture failed", e);
      wanted.failed().accept("the picture failed: " + e);
      return;
    }
    try {
      wanted.taken().accept(picture);
    } catch (RuntimeException | OutOfMemoryError e) {
      LOG.error("a picture was not taken", e);
      wanted.failed().accept("the picture could not be handed over: " + e);
    }
  }

  /** Nobody will draw them. */
  void refuseAll(String why) {
    for (Wanted next = waiting.poll(); next != null; next = waiting.poll()) {
      count.decrementAndGet();
      next.failed().accept(why);
    }
  }
}
