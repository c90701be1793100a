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

  public CommandResult(boolean understood, boolean ok, int count, String text) {
    this.understood = understood;
    this.ok = ok;
    this.count = count;
    this.text = text;
  }
}
