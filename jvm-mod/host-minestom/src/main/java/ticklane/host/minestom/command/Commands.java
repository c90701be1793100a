package ticklane.host.minestom.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import net.minestom.server.command.CommandManager;
import net.minestom.server.command.builder.Command;
import net.minestom.server.command.builder.arguments.ArgumentType;
import ticklane.core.CommandResult;
import ticklane.core.HostException;
import ticklane.host.minestom.Game;
import ticklane.host.minestom.Names;

/** All commands of this host, for scripts and players alike. On the server thread. */
public final class Commands {
  private final Map<String, Verb> verbs = new LinkedHashMap<>();

  /**
   * All commands, acting on one game.
   *
   * @param shutdown asks the game to end
   */
  public Commands(Game game, Runnable shutdown) {
    add(new EntityCommands(game).verbs());
    add(new DataCommands(game).verbs());
    add(new HandCommands(game).verbs());
    add(new BlockCommands(game).verbs());
    add(new TimeCommands(game).verbs());
    add(new ServerCommands(game, shutdown, verbs.values()).verbs());
    verbs.put("teleport", verbs.get("tp"));
  }

  private void add(List<Verb> some) {
    some.forEach(verb -> verbs.put(verb.name(), verb));
  }

  /** Runs one line, slash or not. Never throws for what the line says. */
  public CommandResult run(CommandSource source, String line) {
    String plain = line.strip();
    Words words = new Words(plain.startsWith("/") ? plain.substring(1) : plain);
    try {
      String name = words.next("a command").toLowerCase(Locale.ROOT);
      Verb verb = verbs.get(name.startsWith("minecraft:") ? name.substring(10) : name);
      if (verb == null) {
        return new CommandResult(false, false, 0, unknown(name));
      }
      if (source.level() < level(verb, words)) {
        return new CommandResult(
            true,
            false,
            0,
            "%s may not use /%s: it needs permission level %d, this is level %d"
                .formatted(source.name(), verb.name(), verb.level(), source.level()));
      }
      return run(verb, source, words);
    } catch (CommandFailure failure) {
      return new CommandResult(failure.understood(), false, 0, failure.getMessage());
    }
  }

  /** Asking is free where only changing needs rights. */
  private static int level(Verb verb, Words words) {
    return words.peek().equals("query") ? 0 : verb.level();
  }

  private static CommandResult run(Verb verb, CommandSource source, Words words) {
    try {
      return verb.action().run(source, words);
    } catch (CommandFailure failure) {
      if (failure.understood()) {
        throw failure;
      }
      throw CommandFailure.syntax(
          "%s. Usage: /%s %s".formatted(failure.getMessage(), verb.name(), verb.usage()));
    } catch (HostException e) {
      boolean understood = !e.kind().equals(HostException.UNKNOWN_NAME);
      return new CommandResult(understood, false, 0, e.getMessage());
    }
  }

  private String unknown(String name) {
    List<String> near = Names.nearest(name, verbs.keySet(), 1);
    return near.isEmpty()
        ? "no command '%s': there are %s".formatted(name, String.join(", ", verbs.keySet()))
        : "no command '%s': did you mean %s?".formatted(name, near.get(0));
  }

  /** Tells clients which commands there are, so that they complete and send them. */
  public void declare(CommandManager manager) {
    for (String name : verbs.keySet()) {
      Command declared = new Command(name);
      // Never executed: what players send is taken before Minestom parses it.
      declared.setDefaultExecutor((sender, context) -> {});
      declared.addSyntax((sender, context) -> {}, ArgumentType.StringArray("arguments"));
      manager.register(declared);
    }
  }
}
