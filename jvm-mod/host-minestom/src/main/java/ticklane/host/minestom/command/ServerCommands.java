package ticklane.host.minestom.command;

import java.util.Collection;
import java.util.List;
import net.kyori.adventure.text.Component;
import ticklane.core.CommandResult;
import ticklane.host.minestom.Game;
import ticklane.host.minestom.entity.Population;

/** say, stop, random and help. */
final class ServerCommands {
  private final Population population;
  private final Runnable shutdown;
  private final Collection<Verb> all;

  ServerCommands(Game game, Runnable shutdown, Collection<Verb> all) {
    population = game.population();
    this.shutdown = shutdown;
    this.all = all;
  }

  List<Verb> verbs() {
    return List.of(
        new Verb("say", 2, "<message>", this::say),
        new Verb("stop", 4, "", this::stop),
        new Verb("random", 2, "reset * <seed>", this::random),
        new Verb("help", 0, "", this::help));
  }

  private CommandResult say(CommandSource source, Words words) {
    String text = "[%s] %s".formatted(source.name(), words.rest("the message"));
    Component message = Component.text(text);
    population.players().forEach(player -> player.sendMessage(message));
    return Verb.done(1, text);
  }

  private CommandResult stop(CommandSource source, Words words) {
    words.end();
    shutdown.run();
    return Verb.done(1, "Stopping the game");
  }

  /** Starts the world's chance anew, so that one run can repeat a trial. */
  private CommandResult random(CommandSource source, Words words) {
    if (!words.next("reset").equals("reset") || !words.next("*").equals("*")) {
      throw CommandFailure.syntax("only 'reset *' is known here");
    }
    long seed = words.whole("the seed", Long.MIN_VALUE, Long.MAX_VALUE);
    words.end();
    population.reseed(seed);
    return Verb.done(1, "Reset the world's random numbers to seed %d".formatted(seed));
  }

  private CommandResult help(CommandSource source, Words words) {
    StringBuilder text = new StringBuilder();
    int count = 0;
    for (Verb verb : List.copyOf(all)) {
      if (verb.level() <= source.level()) {
        text.append(count++ == 0 ? "" : "\n").append('/').append(verb.name());
        text.append(verb.usage().isEmpty() ? "" : " ").append(verb.usage());
      }
    }
    return Verb.done(count, text.toString());
  }
}
