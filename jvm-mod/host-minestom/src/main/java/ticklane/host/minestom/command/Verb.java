package ticklane.host.minestom.command;

import ticklane.core.CommandResult;

/**
 * One command.
 *
 * @param level permission level it needs; 0 for what can't change anything
 * @param usage its syntax after the name
 */
record Verb(String name, int level, String usage, Action action) {

  /** Runs the command; throws {@link CommandFailure} when it can't. */
  @FunctionalInterface
  interface Action {
    CommandResult run(CommandSource source, Words words);
  }

  static CommandResult done(int count, String text) {
    return new CommandResult(true, true, count, text);
  }
}
