package ticklane.core;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings rows and log lines to disk on a thread of its own, so that no tick waits for a disk. The
 * queue is bounded by bytes: full, it makes a sprinting lane wait, and loses and counts the rows of
 * one in real time.
 */
final class OutputStore {
  private static final Logger LOG = LoggerFactory.getLogger(OutputStore.class);
  private static final int MERGE_BYTES = 1 << 18;
  private static final String QUEUE_FULL = "they came faster than the disk takes them";

  private final long queueBytes;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition filled = lock.newCondition();
  private final Condition emptied = lock.newCondition();
  private final Condition progressed = lock.newCondition();
  private final Thread writer;

  // Guarded by lock.
  private ArrayDeque<Chunk> queue = new ArrayDeque<>();
  private long queued;
  private boolean closed;

  /** Lines to append, or with null data the end of an output. */
  private static final class Chunk {
    final ScriptOutput output;
    final byte[] data;
    final int rows;

    Chunk(ScriptOutput output, byte[] data, int rows) {
      this.output = output;
      this.data = data;
      this.rows = rows;
    }

    long size() {
      return data == null ? 0 : data.length + 64L;
    }
  }

  /**
   * @param queueBytes what may wait for the disk
   */
  OutputStore(long queueBytes) {
    this.queueBytes = queueBytes;
    writer = new Thread(this::run, "ticklane-output");
    writer.setDaemon(true);
  }

  void start() {
    writer.start();
  }

  /**
   * Queues complete lines. Never throws and, unless {@code block}, never waits.
   *
   * @param block wait for room instead of losing the rows
   * @return false when the rows were lost (and counted)
   */
  boolean append(ScriptOutput output, byte[] ndjson, int rows, boolean block) {
    return append(output, ndjson, rows, block, queueBytes);
  }

  /** As {@link #append}, waiting for room in half of the queue: the other half is the lanes'. */
  void appendPatiently(ScriptOutput output, byte[] ndjson, int rows) {
    append(output, ndjson, rows, true, queueBytes / 2);
  }

  private boolean append(
      ScriptOutput output, byte[] ndjson, int rows, boolean block, long mostBytes) {
    output.accepted.addAndGet(rows);
    if (put(new Chunk(output, ndjson, rows), block, mostBytes)) {
      return true;
    }
    output.lose(rows, QUEUE_FULL);
    return false;
  }

  /** No more rows of this output come: its file is closed after those before. */
  void end(ScriptOutput output) {
    put(new Chunk(output, null, 0), false, queueBytes);
  }

  private boolean put(Chunk chunk, boolean block, long mostBytes) {
    lock.lock();
    try {
      while (queued > 0 && queued + chunk.size() > mostBytes && !closed) {
        if (!block) {
          if (chunk.data == null) {
            break; // an end takes no room
          }
          return false;
        }
        emptied.awaitUninterruptibly();
      }
      if (closed) {
        return false;
      }
      queue.addLast(chunk);
      queued += chunk.size();
      filled.signal();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until the rows handed over before are written, so that who asks right after a step sees
   * them; at most {@code nanos}.
   */
  void awaitWritten(ScriptOutput output, long nanos) {
    long target = output.accepted.get();
    long left = nanos;
    lock.lock();
    try {
      while (output.written() + output.lost.get() < target && left > 0 && !closed) {
        left = progressed.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  /** Writes what is queued, waits for that at most {@code millis}, and takes nothing more. */
  void close(long millis) {
    lock.lock();
    try {
      closed = true;
      filled.signalAll();
      emptied.signalAll();
      progressed.signalAll();
    } finally {
      lock.unlock();
    }
    try {
      writer.join(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (writer.isAlive()) {
      LOG.error("output was not all written within {} ms; its last rows are lost", millis);
    }
  }

  private void run() {
    ArrayDeque<Chunk> batch = new ArrayDeque<>();
    while (true) {
      lock.lock();
      try {
        while (queue.isEmpty() && !closed) {
          filled.awaitUninterruptibly();
        }
        if (queue.isEmpty()) {
          return;
        }
        ArrayDeque<Chunk> taken = queue;
        queue = batch;
        batch = taken;
      } finally {
        lock.unlock();
      }
      while (!batch.isEmpty()) {
        long size = writeSome(batch);
        lock.lock();
        try {
          queued -= size;
          emptied.signalAll();
          progressed.signalAll();
        } finally {
          lock.unlock();
        }
      }
    }
  }

  /** Writes the first chunk and those right behind it of the same output in one go. */
  private long writeSome(ArrayDeque<Chunk> batch) {
    Chunk first = batch.removeFirst();
    if (first.data == null) {
      first.output.close();
      return 0;
    }
    long most = first.output.mergeBytes(MERGE_BYTES);
    List<Chunk> run = new ArrayList<>();
    run.add(first);
    int bytes = first.data.length;
    int rows = first.rows;
    long size = first.size();
    for (Chunk next = batch.peekFirst();
        next != null
            && next.data != null
            && next.output == first.output
            && bytes + next.data.length <= most;
        next = batch.peekFirst()) {
      run.add(batch.removeFirst());
      bytes += next.data.length;
      rows += next.rows;
      size += next.size();
    }
    try {
      first.output.append(joined(run, bytes), bytes, rows);
    } catch (RuntimeException | OutOfMemoryError e) { // without a writer a sprinting lane waits
      first.output.lose(rows, e.toString());
      LOG.error("script '{}': output lost", first.output.id, e);
    }
    return size;
  }

  private static byte[] joined(List<Chunk> run, int bytes) {
    byte[] first = run.get(0).data;
    if (run.size() == 1) {
      return first;
    }
    byte[] data = Arrays.copyOf(first, bytes);
    int at = first.length;
    for (Chunk chunk : run.subList(1, run.size())) {
      System.arraycopy(chunk.data, 0, data, at, chunk.data.length);
      at += chunk.data.length;
    }
    return data;
  }
}
