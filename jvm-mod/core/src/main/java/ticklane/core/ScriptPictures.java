package ticklane.core;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one script has drawn, and its pictures: those under way and those in its folder. Gone with
 * the script. Any thread.
 */
final class ScriptPictures {
  /** Lines, boxes, points and texts of one script together. */
  static final int MOST_DRAWN = 20_000;

  static final int MOST_TEXTS = 500;

  /** Pictures of one script that are being taken, or wait to be looked at. */
  static final int MOST_UNDER_WAY = 8;

  /** Buffers kept for the next frames. */
  private static final int SPARE = 2;

  /** Pictures and bytes in the folder of one run. */
  static final int MOST_FILES = 500;

  static final long MOST_BYTES = 256L << 20;

  private final Path folder;
  private final Map<Integer, Drawing> drawings = new LinkedHashMap<>();
  private final Map<Integer, PictureJob> jobs = new LinkedHashMap<>();
  private final Deque<ByteBuffer> spare = new ArrayDeque<>();
  private int drawn;
  private int texts;
  private int last;
  private int files;
  private long bytes;

  ScriptPictures(Path folder) {
    this.folder = folder;
  }

  /** Adds a drawing and gives its number. */
  synchronized int draw(Drawing drawing, long tick) {
    if (drawn + drawing.count() > MOST_DRAWN || texts >= MOST_TEXTS) {
      forgetBefore(tick);
    }
    if (drawn + drawing.count() > MOST_DRAWN) {
      throw new HostException(
          HostException.LIMIT,
          "%,d lines, boxes, points and texts are drawn and %,d come to them; at most %,d a script:"
                  .formatted(drawn, drawing.count(), MOST_DRAWN)
              + " host.draw.clear(), or give them ticks=");
    }
    if (drawing.kind() == Drawing.Kind.TEXT && texts >= MOST_TEXTS) {
      throw new HostException(
          HostException.LIMIT,
          "%d texts are drawn already: host.draw.clear(), or give them ticks="
              .formatted(MOST_TEXTS));
    }
    count(drawing, 1);
    drawings.put(++last, drawing);
    return last;
  }

  private void count(Drawing drawing, int sign) {
    drawn += sign * drawing.count();
    texts += drawing.kind() == Drawing.Kind.TEXT ? sign : 0;
  }

  private void forgetBefore(long tick) {
    drawings
        .values()
        .removeIf(
            drawing -> {
              boolean over = drawing.until() <= tick;
              if (over) {
                count(drawing, -1);
              }
              return over;
            });
  }

  /** Whether that drawing can still be seen. */
  synchronized boolean isDrawn(int number, long tick) {
    Drawing drawing = drawings.get(number);
    return drawing != null && drawing.until() > tick;
  }

  synchronized void erase(int number) {
    Drawing drawing = drawings.remove(number);
    if (drawing != null) {
      count(drawing, -1);
    }
  }

  synchronized void clear() {
    drawings.clear();
    drawn = 0;
    texts = 0;
  }

  /** Adds those that are seen at that tick, the first drawn first. */
  synchronized void addTo(Collection<Drawing> all, long tick) {
    forgetBefore(tick);
    all.addAll(drawings.values());
  }

  /** A picture begins to be taken; gives its number. */
  synchronized int begin(PictureJob job) {
    if (jobs.size() >= MOST_UNDER_WAY) {
      jobs.values().removeIf(PictureJob::isForgettable);
    }
    if (jobs.size() >= MOST_UNDER_WAY) {
      throw new HostException(
          HostException.LIMIT,
          "%d pictures of this script are under way or not looked at: take one with"
                  .formatted(MOST_UNDER_WAY)
              + " `got = yield …` before the next");
    }
    jobs.put(++last, job);
    return last;
  }

  /** The picture under way with that number; null when it is no more. */
  synchronized PictureJob job(int number) {
    return jobs.get(number);
  }

  /** It was looked at: what it was packed into may be another's. */
  synchronized void drop(int number) {
    PictureJob job = jobs.remove(number);
    if (job != null && job.whole() != null && spare.size() < SPARE) {
      spare.add(job.whole());
    }
  }

  /** A direct buffer of at least that size; they are slow to make and slow to be freed. */
  synchronized ByteBuffer buffer(int bytes) {
    for (Iterator<ByteBuffer> each = spare.iterator(); each.hasNext(); ) {
      ByteBuffer one = each.next();
      each.remove();
      if (one.capacity() >= bytes) {
        return one;
      }
    }
    return ByteBuffer.allocateDirect(bytes);
  }

  /** The file for the next picture; "" numbers it. */
  synchronized Path file(String name) {
    if (files >= MOST_FILES || bytes >= MOST_BYTES) {
      throw new HostException(
          HostException.LIMIT,
          "this run has %,d pictures of %,d MiB together; at most %,d of %,d MiB"
              .formatted(files, bytes >> 20, MOST_FILES, MOST_BYTES >> 20));
    }
    files++;
    return folder.resolve((name.isEmpty() ? "picture-%04d".formatted(files) : name) + ".png");
  }

  /** Writes a picture's file; its folder is made with the first. */
  void write(Path file, byte[] png) throws IOException {
    Files.createDirectories(folder);
    Files.write(file, png);
    synchronized (this) {
      bytes += png.length;
    }
  }
}
