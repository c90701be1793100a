package ticklane.core;

import com.google.gson.JsonObject;
import java.io.File;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the game's process holds: memory, threads, open files. What a system doesn't tell is left
 * out.
 */
final class ProcessFigures {
  private static final Path SELF = Path.of("/proc/self");
  private static final int MIB = 1 << 20;

  private ProcessFigures() {}

  /** The few that a list shows. */
  static JsonObject brief() {
    JsonObject figures = new JsonObject();
    long rss = status("VmRSS:");
    if (rss >= 0) {
      figures.addProperty("rss_mib", rss / 1024);
    }
    figures.addProperty("heap_mib", heap().getUsed() / MIB);
    return figures;
  }

  /**
   * All of them.
   *
   * @param collect collect garbage first, so that the heap is what is really held
   */
  static JsonObject all(boolean collect) {
    if (collect) {
      System.gc();
    }
    JsonObject figures = new JsonObject();
    MemoryUsage heap = heap();
    long direct = 0;
    for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
      if (pool.getName().equals("direct")) {
        direct += pool.getMemoryUsed();
      }
    }
    put(figures, "rss_bytes", status("VmRSS:") * 1024);
    figures.addProperty("heap_bytes", collect ? live() : heap.getUsed());
    figures.addProperty("heap_committed_bytes", heap.getCommitted());
    figures.addProperty("direct_bytes", direct);
    put(figures, "threads", status("Threads:"));
    figures.addProperty("java_threads", ManagementFactory.getThreadMXBean().getThreadCount());
    put(figures, "files", files());
    figures.addProperty("collections_ms", CollectorPauses.totalMs());
    figures.addProperty("uptime_s", ManagementFactory.getRuntimeMXBean().getUptime() / 1000);
    return figures;
  }

  private static void put(JsonObject figures, String name, long value) {
    if (value >= 0) {
      figures.addProperty(name, value);
    }
  }

  /**
   * What the last collection left. What is used a moment later counts whole buffers that threads
   * have taken to allocate in.
   */
  private static long live() {
    long bytes = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getType() == MemoryType.HEAP && pool.getCollectionUsage() != null) {
        bytes += pool.getCollectionUsage().getUsed();
      }
    }
    return bytes;
  }

  private static MemoryUsage heap() {
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
  }

  /** A number of the process's status; negative where there is none. */
  private static long status(String name) {
    try {
      for (String line : Files.readAllLines(SELF.resolve("status"))) {
        if (line.startsWith(name)) {
          return Long.parseLong(line.substring(name.length()).replace("kB", "").trim());
        }
      }
    } catch (IOException | NumberFormatException e) {
      return -1; // not Linux, or hidden: the figure is left out
    }
    return -1;
  }

  /** Open files, the one that this question opens included. */
  private static long files() {
    String[] open = new File("/proc/self/fd").list();
    return open == null ? -1 : open.length;
  }
}
