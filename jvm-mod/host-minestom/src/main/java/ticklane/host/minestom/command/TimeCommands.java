package ticklane.host.minestom.command;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import net.minestom.server.instance.Instance;
import ticklane.core.Advance;
import ticklane.core.CommandResult;
import ticklane.core.GameClock;
import ticklane.host.minestom.Game;

/** tick and time. What changes the clock takes effect after the current step. */
final class TimeCommands {
  private static final long DAY = 24_000;

  private final Game game;
  private final GameClock clock;
  private final Instance instance;

  TimeCommands(Game game) {
    this.game = game;
    clock = game.clock();
    instance = game.instance();
  }

  List<Verb> verbs() {
    return List.of(
        new Verb(
            "tick",
            3,
            "query | rate <rate> | freeze | unfreeze | step [<ticks>|stop] | sprint"
                + " [<ticks>|stop] | stop",
            this::tick),
        new Verb(
            "time",
            2,
            "set (<ticks>|day|noon|night|midnight) | add <ticks> | query (daytime|gametime|day)",
            this::time));
  }

  private CommandResult tick(CommandSource source, Words words) {
    String action = words.next("the action");
    CommandResult result =
        switch (action) {
          case "query" -> tickQuery();
          case "rate" -> rate(words.number("the rate"));
          case "freeze" -> {
            clock.freeze();
            yield Verb.done(1, "The game is frozen");
          }
          case "unfreeze" -> {
            clock.unfreeze();
            yield Verb.done(0, "The game runs normally");
          }
          case "step" -> step(words);
          case "sprint" -> sprint(words);
          case "stop" -> stop();
          default -> throw CommandFailure.syntax("no action '%s'".formatted(action));
        };
    words.end();
    return result;
  }

  private CommandResult rate(double rate) {
    try {
      clock.rate(rate);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.failed(e.getMessage());
    }
    return Verb.done(
        (int) rate,
        String.format(Locale.ROOT, "Set the target rate to %.1f ticks per second", rate));
  }

  private CommandResult tickQuery() {
    double[] took = clock.lastTicksMs();
    return Verb.done(
        (int) clock.rate(),
        String.format(
            Locale.ROOT,
            "The game is %s, target rate %.1f ticks per second, %d ticks skipped, %.2f ms a tick",
            clock.state(),
            clock.rate(),
            clock.skipped(),
            Arrays.stream(took).average().orElse(0)));
  }

  private CommandResult step(Words words) {
    if (words.peek().equals("stop")) {
      words.next("stop");
      return stop();
    }
    long ticks = words.hasNext() ? ticks(words.next("ticks"), 1) : 1;
    try {
      clock.step(ticks);
    } catch (IllegalStateException e) {
      throw CommandFailure.failed(e.getMessage());
    }
    return Verb.done(1, "Stepping " + which(ticks));
  }

  /** The ticks as they will be numbered: the one under way is not one of them. */
  private String which(long ticks) {
    long first = game.population().tickNumber() + 1;
    return ticks == 1
        ? "1 tick, %d".formatted(first)
        : "%d ticks, %d to %d".formatted(ticks, first, first + ticks - 1);
  }

  private CommandResult sprint(Words words) {
    if (words.peek().equals("stop")) {
      words.next("stop");
      return stop();
    }
    long ticks = words.hasNext() ? ticks(words.next("ticks"), 1) : Advance.ENDLESS;
    clock.sprint(ticks);
    return Verb.done(1, ticks < 0 ? "Sprinting until told otherwise" : "Sprinting " + which(ticks));
  }

  private CommandResult stop() {
    if (!clock.stop()) {
      throw CommandFailure.failed("There is no step or sprint to stop");
    }
    return Verb.done(1, "Stopped");
  }

  /** Ticks, or seconds and days with the game's suffixes t, s and d. */
  private static long ticks(String word, long least) {
    String number = word;
    double unit = 1;
    if (!word.isEmpty() && "tsd".indexOf(word.charAt(word.length() - 1)) >= 0) {
      unit = word.endsWith("s") ? 20 : word.endsWith("d") ? DAY : 1;
      number = word.substring(0, word.length() - 1);
    }
    double value = Coordinates.parse(number, false) * unit;
    if (!(value >= least && value <= 1e15)) {
      throw CommandFailure.syntax(
          "'%s' is no number of ticks from %d to 10^15".formatted(word, least));
    }
    return Math.round(value);
  }

  private CommandResult time(CommandSource source, Words words) {
    String action = words.next("the action");
    CommandResult result =
        switch (action) {
          case "set" -> setTime(named(words.next("the time")));
          case "add" -> setTime(instance.getTime() + ticks(words.next("ticks"), 0));
          case "query" -> query(words.next("what"));
          default -> throw CommandFailure.syntax("no action '%s'".formatted(action));
        };
    words.end();
    return result;
  }

  private static long named(String word) {
    return switch (word) {
      case "day" -> 1000;
      case "noon" -> 6000;
      case "night" -> 13_000;
      case "midnight" -> 18_000;
      default -> ticks(word, 0);
    };
  }

  private CommandResult setTime(long time) {
    instance.setTime(time);
    return Verb.done((int) (time % DAY), "Set the time to %d".formatted(time));
  }

  private CommandResult query(String what) {
    long value =
        switch (what) {
          case "daytime" -> instance.getTime() % DAY;
          case "gametime" -> instance.getWorldAge();
          case "day" -> instance.getTime() / DAY;
          default -> throw CommandFailure.syntax("no time '%s'".formatted(what));
        };
    return Verb.done((int) value, "The time is %d".formatted(value));
  }
}
