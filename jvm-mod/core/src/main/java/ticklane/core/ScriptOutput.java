package ticklane.core;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One generation's rows on disk, with an index that finds a row by its number. The writer thread
 * appends, any thread reads pages; both hold this object's monitor while they do.
 */
final class ScriptOutput {
  private static final Logger LOG = LoggerFactory.getLogger(ScriptOutput.class);
  private static final long COMPLAIN_EVERY = 60_000_000_000L;
  private static final long SCAN_BYTES = 32 << 20;
  private static final long SEEK_ROWS = 1_000;

  final String id;
  final int generation;

  /** Rows handed over, whether written, waiting or lost. */
  final AtomicLong accepted = new AtomicLong();

  /** Rows that never came into the file. */
  final AtomicLong lost = new AtomicLong();

  private final OutputFiles files;
  private final ArrayDeque<Segment> segments = new ArrayDeque<>();
  private FileChannel channel;
  private Object fileKey; // which file the channel writes to, where the system tells
  private boolean begun;
  private volatile long written;
  private volatile String lostWhy = "";
  private long complainedAt;
  private boolean complained;

  /** One file's part; the last one is being written. */
  private static final class Segment {
    final long firstRow;
    final RowIndex index = new RowIndex();
    long rows;
    long bytes;

    Segment(long firstRow) {
      this.firstRow = firstRow;
    }
  }

  ScriptOutput(String id, int generation, OutputFiles files) {
    this.id = id;
    this.generation = generation;
    this.files = files;
    segments.add(new Segment(0));
  }

  /** Rows that are in the files, rotated away or not. */
  long written() {
    return written;
  }

  /** Rows that will not come into the file, and why, in a few words. */
  void lose(int rows, String why) {
    lostWhy = why;
    lost.addAndGet(rows);
  }

  /** Why the last rows that were lost were, "" when none were. */
  String lostWhy() {
    return lostWhy;
  }

  /** Most bytes to append in one go: a file must not grow far over its size. */
  long mergeBytes(long usual) {
    return files.rotates() ? Math.min(usual, files.rotateBytes() / 4) : usual;
  }

  /**
   * Appends complete lines; a failing disk costs these rows and a line in the log. What somebody
   * has taken away or cut is not written to any further: a file begins anew at its path.
   */
  synchronized void append(byte[] data, int length, int rows) {
    try {
      if (channel != null && !isAsWeLeftIt(segments.getLast())) {
        abandonChannel();
      }
      if (channel == null) {
        open();
      }
      Segment segment = segments.getLast();
      if (files.rotates() && segment.bytes > 0 && segment.bytes + length > files.rotateBytes()) {
        rotate();
        segment = segments.getLast();
      }
      ByteBuffer out = ByteBuffer.wrap(data, 0, length);
      long at = segment.bytes;
      while (out.hasRemaining()) {
        at += channel.write(out, at);
      }
      index(segment, data, length);
    } catch (IOException e) {
      lose(rows, files.current().getFileName() + ": " + reason(e));
      complain(e);
      cutHalfWritten();
      abandonChannel();
    }
  }

  private static String reason(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "the folder is gone";
    }
    String told = e instanceof FileSystemException failed ? failed.getReason() : e.getMessage();
    return told == null || told.isBlank() ? e.toString() : told;
  }

  private boolean isAsWeLeftIt(Segment segment) {
    try {
      BasicFileAttributes there = Files.readAttributes(files.current(), BasicFileAttributes.class);
      return Objects.equals(there.fileKey(), fileKey) && there.size() == segment.bytes;
    } catch (IOException e) {
      return false;
    }
  }

  private void open() throws IOException {
    Files.createDirectories(files.folder());
    if (!begun && files.rotates() && Files.exists(files.current())) {
      files.rotate(); // an older generation's rows stay on disk, but are not this one's
    }
    FileChannel opened =
        FileChannel.open(files.current(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    channel = opened;
    fileKey = Files.readAttributes(files.current(), BasicFileAttributes.class).fileKey();
    Segment segment = segments.getLast();
    if (opened.size() < segment.bytes) { // our rows are gone: writing on would leave a hole
      LOG.warn(
          "script '{}': {} was taken away or cut, with {} rows; it begins anew",
          id,
          files.current(),
          segment.rows);
      segments.removeLast();
      segment = new Segment(written);
      segments.addLast(segment);
    }
    opened.truncate(segment.bytes);
    begun = true;
  }

  private void rotate() throws IOException {
    channel.close();
    channel = null;
    files.rotate();
    segments.addLast(new Segment(written));
    while (segments.size() > files.most()) {
      segments.removeFirst();
    }
    open();
  }

  private void index(Segment segment, byte[] data, int length) {
    long base = segment.bytes;
    int from = 0;
    for (int at = 0; at < length; at++) {
      if (data[at] == '\n') {
        segment.index.add(segment.rows++, base + from);
        from = at + 1;
      }
    }
    segment.bytes += length;
    written = segment.firstRow + segment.rows;
  }

  private void complain(IOException e) {
    long now = System.nanoTime();
    if (!complained || now - complainedAt > COMPLAIN_EVERY) {
      complained = true;
      complainedAt = now;
      LOG.error(
          "script '{}': rows could not be written to {} ({} lost so far): {}",
          id,
          files.current(),
          lost.get(),
          e.toString());
    }
  }

  /** Whoever reads the file after the script's end finds whole lines only. */
  private void cutHalfWritten() {
    if (channel != null) {
      try {
        channel.truncate(segments.getLast().bytes);
      } catch (IOException e) {
        LOG.debug("cutting {}: {}", files.current(), e.toString()); // opening it again cuts it
      }
    }
  }

  private void abandonChannel() {
    FileChannel old = channel;
    channel = null; // the next chunk opens the file again
    if (old != null) {
      try {
        old.close();
      } catch (IOException e) {
        LOG.warn("closing {}: {}", files.current(), e.toString());
      }
    }
  }

  /** No more rows come; pages can still be read. */
  synchronized void close() {
    abandonChannel();
  }

  /** Reads rows that are written, by number. */
  synchronized OutputPage page(OutputQuery query) {
    boolean reset = query.generation() >= 0 && query.generation() != generation;
    long since = reset ? 0 : query.since();
    long oldest = segments.getFirst().firstRow;
    long dropped = Math.max(0, Math.min(oldest, written) - since);
    Reading reading = new Reading(query, Math.max(since, oldest));
    int age = segments.size() - 1;
    for (Segment segment : segments) {
      if (!reading.done && segment.firstRow + segment.rows > reading.row) {
        read(segment, age, reading);
      }
      age--;
    }
    long next = reading.done ? reading.row : Math.max(Math.max(since, written), reading.row);
    return new OutputPage(
        since,
        next,
        reading.done,
        written,
        dropped + reading.gone,
        reading.truncated,
        reset,
        lost.get(),
        lostWhy,
        reading.rows);
  }

  /** Where a page stands: the next row to look at, what it has, whether it is full. */
  private static final class Reading {
    final Set<String> keys;
    final int limit;
    final int every;
    final int maxBytes;
    final List<String> rows = new ArrayList<>();
    long row;
    long scanned;
    long skip;
    long gone;
    int bytes;
    boolean truncated;
    boolean done;

    Reading(OutputQuery query, long row) {
      keys = new HashSet<>(query.keys());
      limit = query.limit();
      every = query.every();
      maxBytes = query.maxBytes();
      this.row = row;
    }

    /** Looks at row {@link #row}; sets {@link #done} instead of taking it when the page is full. */
    void offer(byte[] line, int length) {
      scanned += length + 1L;
      if (!keys.isEmpty() && !keys.contains(RowText.key(line, 0, length))) {
        pass();
        return;
      }
      if (skip > 0) {
        skip--;
        pass();
        return;
      }
      boolean big = length > maxBytes;
      String text =
          big ? RowText.cut(line, 0, length) : new String(line, 0, length, StandardCharsets.UTF_8);
      int size = big ? text.length() : length;
      if (rows.size() == limit || (!rows.isEmpty() && bytes + size > maxBytes)) {
        done = true;
        return;
      }
      rows.add(text);
      bytes += size;
      truncated |= big;
      if (keys.isEmpty()) {
        row += every; // each row counts, so those between needn't be looked at
      } else {
        skip = every - 1L;
        row++;
      }
    }

    /** The rest is for the next page, as a page is bounded work; but not while a stride is open. */
    private void pass() {
      row++;
      done = scanned > SCAN_BYTES && skip == 0;
    }
  }

  private void read(Segment segment, int age, Reading reading) {
    long start = segment.index.rowBefore(reading.row - segment.firstRow);
    try (FileChannel file = FileChannel.open(files.path(age), StandardOpenOption.READ)) {
      file.position(segment.index.offset(start));
      InputStream in = new BufferedInputStream(Channels.newInputStream(file), 1 << 16);
      Line line = new Line();
      long at = start;
      while (reading.row - segment.firstRow < segment.rows && !reading.done) {
        long near = segment.index.rowBefore(reading.row - segment.firstRow);
        if (near - at > SEEK_ROWS) {
          at = near;
          file.position(segment.index.offset(at));
          in = new BufferedInputStream(Channels.newInputStream(file), 1 << 16);
        }
        boolean wanted = segment.firstRow + at++ >= reading.row;
        line.reset();
        if (!line.read(in)) {
          throw new IOException("the file ends before row " + (segment.firstRow + at - 1));
        }
        if (wanted) {
          reading.offer(line.bytes(), line.size());
        }
      }
    } catch (IOException e) {
      LOG.warn("script '{}': reading {}: {}", id, files.path(age), e.toString());
      // Somebody took the file away or cut it: its rows are skipped, or the cursor would never
      // pass.
      long beyond = segment.firstRow + segment.rows;
      reading.gone += beyond - reading.row;
      reading.row = beyond;
    }
  }

  /** A growing line whose bytes can be read in place. */
  private static final class Line extends ByteArrayOutputStream {
    boolean read(InputStream in) throws IOException {
      for (int b = in.read(); b >= 0; b = in.read()) {
        if (b == '\n') {
          return true;
        }
        write(b);
      }
      return false;
    }

    byte[] bytes() {
      return buf;
    }
  }
}
