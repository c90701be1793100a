package ticklane.core;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * How long steps took, of a script or of a whole lane. The lane records without a lock, any thread
 * reads.
 */
final class StepTimes {
  /** A lane's step takes microseconds, so times are kept to a tenth of one. */
  private static final long SHORTEST_NS = 100;

  private static final long LONGEST_NS = 600_000_000_000L;

  private SingleWriterRecorder recorder = new SingleWriterRecorder(SHORTEST_NS, LONGEST_NS, 2);
  private Histogram interval;
  private Histogram all = new Histogram(SHORTEST_NS, LONGEST_NS, 2);
  private volatile Summary closed;

  /** In milliseconds; all 0 without a step. */
  record Summary(long steps, double p50, double p99, double max) {}

  /** Lane only. */
  void add(long nanos) {
    recorder.recordValue(Math.max(0, Math.min(LONGEST_NS, nanos)));
  }

  synchronized Summary read() {
    if (closed != null) {
      return closed;
    }
    interval = recorder.getIntervalHistogram(interval);
    all.add(interval);
    if (all.getTotalCount() == 0) {
      return new Summary(0, 0, 0, 0);
    }
    double max = all.getMaxValue() / 1e6;
    return new Summary(
        all.getTotalCount(),
        Math.min(max, all.getValueAtPercentile(50) / 1e6),
        Math.min(max, all.getValueAtPercentile(99) / 1e6),
        max);
  }

  /** No more steps: keeps the summary and lets the histograms' memory go. Lane only. */
  synchronized void close() {
    Summary last = read();
    closed = last;
    recorder = new SingleWriterRecorder(1, 2, 0);
    interval = null;
    all = new Histogram(1, 2, 0);
  }
}
