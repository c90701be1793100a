package ticklane.core;

/** The answer to a command. Public fields because Python reads them without a method call. */
public final class CommandResult {
  /** False when the game knows no such command or can't parse it. */
  public final boolean understood;

  /** Whether it did what it was asked to. */
  public final boolean ok;

  /** The number {@code /execute store result} sees. */
  public final int count;

  /** The feedback, lines separated by newlines. */
  public final String text;

  /** Not 0 while the answer is still to come, to ask for it by ({@link GameHost#reply}). */
  public final int number;

  public CommandResult(boolean understood, boolean ok, int count, String text) {
    this(understood, ok, count, text, 0);
  }

  private CommandResult(boolean understood, boolean ok, int count, String text, int number) {
    this.understood = understood;
    this.ok = ok;
    this.count = count;
    this.text = text;
    this.number = number;
  }

  /** Of a command that has gone out and isn't answered yet. */
  public static CommandResult pending(int number) {
    return new CommandResult(true, false, -1, "", number);
  }
}
