package ticklane.core;

import java.util.HashMap;
import java.util.Map;

/** The snapshots that a lane's scripts hold, by number: bounded, whatever scripts hold on to. */
final class KeptSnapshots {
  /** All snapshots of a lane together. */
  static final long MAX_BYTES = 256L << 20;

  private final Map<Integer, AreaSnapshot> kept = new HashMap<>();
  private long bytes;
  private int next = 1;

  /**
   * Keeps one more.
   *
   * @throws HostException limit
   */
  int keep(AreaSnapshot snapshot) {
    if (bytes + snapshot.bytes() > MAX_BYTES) {
      throw new HostException(
          HostException.LIMIT,
          "this snapshot needs %d KiB, and %d of %d KiB are taken by %d others"
              .formatted(snapshot.bytes() >> 10, bytes >> 10, MAX_BYTES >> 10, kept.size()));
    }
    bytes += snapshot.bytes();
    kept.put(next, snapshot);
    return next++;
  }

  /**
   * The one with that number.
   *
   * @throws HostException bad_value when there is none
   */
  AreaSnapshot get(int number) {
    AreaSnapshot snapshot = kept.get(number);
    if (snapshot == null) {
      throw new HostException(HostException.BAD_VALUE, "this snapshot is no more");
    }
    return snapshot;
  }

  void drop(int number) {
    AreaSnapshot snapshot = kept.remove(number);
    if (snapshot != null) {
      bytes -= snapshot.bytes();
    }
  }
}
