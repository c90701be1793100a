package ticklane.core;

/** Kinds of game events; the ordinal is the kind's number in an event row. */
public enum EventKind {
  EXPLOSION,
  BLOCK_CHANGE,
  ENTITY_SPAWN,
  ENTITY_REMOVE,
  IMPULSE,
  DAMAGE,
  CHAT,
  PLAYER_JOIN,
  PLAYER_LEAVE;

  public int bit() {
    return 1 << ordinal();
  }
}
