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
  COLLISION(11, "collision");

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
