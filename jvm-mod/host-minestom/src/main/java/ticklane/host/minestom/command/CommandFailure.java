package ticklane.host.minestom.command;

/** A command that can't be parsed, or was understood and couldn't do its work. */
final class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean understood;

  private CommandFailure(boolean understood, String message) {
    super(message, null, false, false);
    this.understood = understood;
  }

  /** Not a command in the game's syntax. */
  static CommandFailure syntax(String message) {
    return new CommandFailure(false, message);
  }

  /** Understood, but nothing came of it. */
  static CommandFailure failed(String message) {
    return new CommandFailure(true, message);
  }

  boolean understood() {
    return understood;
  }
}
