package ticklane.core;

/** Kinds of game events, with the number each has in an event row and in subscription masks. */
public enum EventKind {
  EXPLOSION(0),
  BLOCK_CHANGE(1),
  ENTITY_SPAWN(2),
  ENTITY_REMOVE(3),
  IMPULSE(4),
  DAMAGE(5),
  CHAT(6),
  PLAYER_JOIN(7),
  PLAYER_LEAVE(8);

  private final int number;

  EventKind(int number) {
    this.number = number;
  }

  /** The kind's number in an event row. */
  public int number() {
    return number;
  }

  /** The kind's bit in a subscription mask. */
  public int bit() {
    return 1 << number;
  }
}
