package ticklane.core;

/** One player online. */
public record PlayerInfo(int id, String name, String uuid, String gameMode) {}
