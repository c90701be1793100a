package ticklane.core;

/** A request the game can't meet. Python turns the kind into the contract's own error class. */
public final class HostException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public static final String UNKNOWN_NAME = "unknown_name";
  public static final String GONE = "gone";
  public static final String UNLOADED = "unloaded";
  public static final String BAD_VALUE = "bad_value";
  public static final String NOT_HERE = "not_here";
  public static final String LIMIT = "limit";
  public static final String COMMAND = "command";

  private final String kind;

  /**
   * A refusal.
   *
   * @param kind one of this class's constants
   * @param message what was asked, the nearest that exists, the call that works
   */
  public HostException(String kind, String message) {
    super(message);
    this.kind = kind;
  }

  public String kind() {
    return kind;
  }
}
