package ticklane.host.minestom.entity;

/** Why an entity is no more, was pushed or was hurt; codes are those of the cause name table. */
public enum Cause {
  LANDED(0, "landed"),
  EXPLODED(1, "exploded"),
  MERGED(2, "merged"),
  PICKED_UP(3, "picked_up"),
  DIED(4, "died"),
  DESPAWNED(5, "despawned"),
  VOID(6, "void"),
  COMMAND(7, "command"),
  SCRIPT(8, "script"),
  UNLOADED(9, "unloaded"),
  EXPLOSION(10, "explosion"),
  COLLISION(11, "collision"),
  /** A slime block threw it back. */
  BOUNCE(20, "bounce"),
  BUBBLE_COLUMN(21, "bubble_column"),
  /** A cobweb took all its velocity. */
  COBWEB(22, "cobweb"),
  /** A living thing that swims against a bank is lifted over it. */
  BANK(23, "bank"),
  /** A minecart is no faster than it may be. */
  SPEED_LIMIT(24, "speed_limit"),
  /** It met something whose effect on it isn't modelled: gone rather than wrong. */
  UNMODELLED(25, "unmodelled"),
  /** A client isn't told why. */
  UNKNOWN(40, "unknown");

  private final int code;
  private final String id;

  Cause(int code, String id) {
    this.code = code;
    this.id = id;
  }

  public int code() {
    return code;
  }

  public String id() {
    return id;
  }
}
