package ticklane.core;

/** A request that is answered with an error; the connection goes on. */
final class ControlException extends Exception {
  private static final long serialVersionUID = 1L;

  static final String BAD_TOKEN = "bad_token";
  static final String BAD_REQUEST = "bad_request";
  static final String UNKNOWN_VERB = "unknown_verb";
  static final String UNKNOWN_SCRIPT = "unknown_script";
  static final String REFUSED = "refused";
  static final String NOT_HERE = "not_here";
  static final String BUSY = "busy";
  static final String LIMIT = "limit";
  static final String GAME_STOPPED = "game_stopped";
  static final String INTERNAL = "internal";

  private final String type;

  ControlException(String type, String message) {
    super(message);
    this.type = type;
  }

  String type() {
    return type;
  }
}
