package ticklane.core;

/** What {@link GameHost#snapshot} gives: an area's blocks and entities, which nothing changes. */
public interface AreaSnapshot {
  /** About how much memory it holds. */
  long bytes();
}
