package ticklane.core;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How much memory the process holds, read without asking anybody: Linux only, elsewhere nothing is
 * known and no step ends for it. A sample costs some microseconds.
 */
final class ProcessMemory {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessMemory.class);
  private static final Path STATM = Path.of("/proc/self/statm");
  private static final Path STATUS = Path.of("/proc/self/status");

  /** What nothing can be read of. */
  static final ProcessMemory UNKNOWN = new ProcessMemory(null, 0);

  private final FileChannel statm;
  private final long pageBytes;
  private final ByteBuffer text = ByteBuffer.allocate(256);

  /**
   * What the process held at one time.
   *
   * @param resident bytes of it that are in memory
   * @param heap bytes the Java heap has reserved of the system
   * @param used bytes of the heap that hold objects
   */
  record Sample(long resident, long heap, long used) {}

  private ProcessMemory(FileChannel statm, long pageBytes) {
    this.statm = statm;
    this.pageBytes = pageBytes;
  }

  /** For one thread: the watchdog. */
  static ProcessMemory open() {
    try {
      long page = pageBytes();
      return page == 0
          ? UNKNOWN
          : new ProcessMemory(FileChannel.open(STATM, StandardOpenOption.READ), page);
    } catch (IOException | RuntimeException e) {
      LOG.info("no limit on scripts' memory within a step: {} can't be read", STATM);
      return UNKNOWN;
    }
  }

  boolean isKnown() {
    return statm != null;
  }

  /** The two files tell the same size in pages and in KiB; 0 when they don't. */
  private static long pageBytes() throws IOException {
    for (int attempt = 0; attempt < 10; attempt++) {
      long pages = Long.parseLong(Files.readString(STATM).split(" ", 2)[0]);
      for (String line : Files.readAllLines(STATUS, StandardCharsets.US_ASCII)) {
        if (line.startsWith("VmSize:")) {
          long bytes = Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
          // Unless it has grown between the two.
          if (pages > 0 && bytes % pages == 0 && Long.bitCount(bytes / pages) == 1) {
            return bytes / pages;
          }
        }
      }
    }
    return 0;
  }

  /** As of now; null when it can't be read. */
  Sample sample() {
    if (statm == null) {
      return null;
    }
    try {
      text.clear();
      int n = statm.read(text, 0);
      int at = 0;
      while (at < n && text.get(at) != ' ') {
        at++;
      }
      long pages = 0;
      for (at++; at < n && text.get(at) >= '0' && text.get(at) <= '9'; at++) {
        pages = 10 * pages + (text.get(at) - '0');
      }
      Runtime runtime = Runtime.getRuntime();
      long heap = runtime.totalMemory();
      return pages == 0 ? null : new Sample(pages * pageBytes, heap, heap - runtime.freeMemory());
    } catch (IOException e) {
      return null;
    }
  }

  /**
   * Bytes by which the process has grown beside its Java heap. What the heap may have grown by is
   * left out whole: memory it had reserved long ago counts as resident once objects fill it.
   */
  static long grown(Sample from, Sample to) {
    long heap = Math.max(Math.max(to.heap - from.heap, to.used - from.used), 0);
    return to.resident - from.resident - heap;
  }
}
