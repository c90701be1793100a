package ticklane.core;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * Pauses of Java's garbage collectors. Python's own collector doesn't run inside a step, so a step
 * waits for Java's only.
 */
final class CollectorPauses {
  /** Collectors whose time isn't a pause are left out. */
  private static final List<String> BESIDE = List.of("Concurrent", "Cycles");

  private CollectorPauses() {}

  private static List<GarbageCollectorMXBean> collectors() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .filter(bean -> BESIDE.stream().noneMatch(bean.getName()::contains))
        .toList();
  }

  /** Nanoseconds of the last collections that fell into the last {@code nanos} nanoseconds. */
  static long within(long nanos) {
    long now = ManagementFactory.getRuntimeMXBean().getUptime();
    long since = now - nanos / 1_000_000 - 1;
    long found = 0;
    for (GarbageCollectorMXBean bean : collectors()) {
      if (bean instanceof com.sun.management.GarbageCollectorMXBean known
          && known.getLastGcInfo() != null) {
        var last = known.getLastGcInfo();
        found +=
            Math.max(0, Math.min(now, last.getEndTime()) - Math.max(since, last.getStartTime()));
      }
    }
    return Math.min(nanos, found * 1_000_000);
  }

  /** Milliseconds of pauses since the process began. */
  static long totalMs() {
    return collectors().stream().mapToLong(bean -> Math.max(0, bean.getCollectionTime())).sum();
  }
}
