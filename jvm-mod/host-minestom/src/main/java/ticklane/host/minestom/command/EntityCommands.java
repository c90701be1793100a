package ticklane.host.minestom.command;

import java.util.List;
import java.util.Locale;
import net.minestom.server.coordinate.Pos;
import net.minestom.server.entity.Entity;
import net.minestom.server.entity.Player;
import ticklane.core.CommandResult;
import ticklane.core.SpawnRequest;
import ticklane.host.minestom.Game;
import ticklane.host.minestom.entity.Asked;
import ticklane.host.minestom.entity.Body;
import ticklane.host.minestom.entity.Cause;
import ticklane.host.minestom.entity.Population;

/** summon, kill, damage and tp. */
final class EntityCommands {
  private final Population population;

  EntityCommands(Game game) {
    population = game.population();
  }

  List<Verb> verbs() {
    return List.of(
        new Verb("summon", 2, "<entity> [<x> <y> <z>] [<nbt>]", this::summon),
        new Verb("kill", 2, "[<targets>]", this::kill),
        new Verb("damage", 2, "<target> <amount> [<damageType>]", this::damage),
        new Verb(
            "tp", 2, "[<targets>] (<x> <y> <z> [<yaw> <pitch>] | <destination>)", this::teleport));
  }

  private CommandResult summon(CommandSource source, Words words) {
    String type = words.next("the entity type");
    Pos here = source.position();
    double[] at = {here.x(), here.y(), here.z()};
    if (words.hasNext()) {
      at = Coordinates.place(words, here);
    }
    String nbt = words.hasNext() ? words.next("nbt") : "";
    words.end();
    Body body =
        population
            .spawner()
            .spawn(
                new SpawnRequest(
                    type, at[0], at[1], at[2], 0, 0, 0, 0, 0, "", -1, "", "", -1, nbt));
    return Verb.done(1, "Summoned %s at %s".formatted(name(body), place(body.x, body.y, body.z)));
  }

  /** What feedback calls an entity. */
  static String name(Entity entity) {
    return entity instanceof Player player
        ? player.getUsername()
        : entity.getEntityType().name() + " " + Population.idOf(entity);
  }

  private static String place(double x, double y, double z) {
    return String.format(Locale.ROOT, "%.2f, %.2f, %.2f", x, y, z);
  }

  private List<Entity> targets(String word, CommandSource source) {
    List<Entity> found = Selector.select(word, source, population);
    if (found.isEmpty()) {
      throw CommandFailure.failed("No entity was found for " + word);
    }
    return found;
  }

  private CommandResult kill(CommandSource source, Words words) {
    List<Entity> targets = targets(words.hasNext() ? words.next("targets") : "@s", source);
    words.end();
    for (Entity target : targets) {
      if (target instanceof Body body) {
        population.remove(body, Cause.COMMAND, -1);
      } else if (target instanceof Player player) {
        player.kill();
      }
    }
    return Verb.done(
        targets.size(),
        targets.size() == 1
            ? "Killed " + name(targets.get(0))
            : "Killed %d entities".formatted(targets.size()));
  }

  private CommandResult damage(CommandSource source, Words words) {
    String word = words.next("the target");
    double amount = words.number("the amount");
    String type = words.hasNext() ? words.next("the damage type") : "generic";
    words.end();
    if (!(amount >= 0 && amount <= Float.MAX_VALUE)) {
      throw CommandFailure.syntax("the amount is a number from 0 on, not " + amount);
    }
    Cause cause =
        switch (type.replace("minecraft:", "")) {
          case "generic" -> Cause.COMMAND;
          case "explosion" -> Cause.EXPLOSION;
          default ->
              throw CommandFailure.failed(
                  "this host has the damage types generic and explosion, not " + type);
        };
    List<Entity> targets = targets(word, source);
    if (targets.size() > 1) {
      throw CommandFailure.failed(
          "%s is %d entities; /damage takes one".formatted(word, targets.size()));
    }
    if (!(targets.get(0) instanceof Body body) || !body.hurt((float) amount, cause)) {
      throw CommandFailure.failed("The target is invulnerable to the given damage");
    }
    return Verb.done(1, "Applied %s damage to %s".formatted(amount, name(body)));
  }

  private CommandResult teleport(CommandSource source, Words words) {
    String who = "@s";
    if (!Coordinates.begins(words.peek())) {
      who = words.next("targets");
      if (!words.hasNext()) {
        return teleportTo(targets("@s", source), who, source);
      }
    }
    List<Entity> targets = targets(who, source);
    if (!Coordinates.begins(words.peek())) {
      String destination = words.next("the destination");
      words.end();
      return teleportTo(targets, destination, source);
    }
    double[] to = Coordinates.place(words, source.position());
    boolean turns = words.hasNext();
    float yaw = turns ? (float) angle(words.next("yaw"), source.position().yaw()) : 0;
    float pitch = turns ? (float) angle(words.next("pitch"), source.position().pitch()) : 0;
    words.end();
    Asked.checkPlace(to[0], to[1], to[2]);
    for (Entity target : targets) {
      put(target, to);
      if (turns) {
        turn(target, yaw, pitch);
      }
    }
    return teleported(targets, place(to[0], to[1], to[2]));
  }

  private static double angle(String word, float from) {
    return word.startsWith("~")
        ? from + Coordinates.parse(word.substring(1), true)
        : Coordinates.parse(word, false);
  }

  private CommandResult teleportTo(List<Entity> targets, String word, CommandSource source) {
    List<Entity> destinations = targets(word, source);
    if (destinations.size() > 1) {
      throw CommandFailure.failed(
          "%s is %d entities; a destination is one".formatted(word, destinations.size()));
    }
    double[] to = Population.position(destinations.get(0));
    targets.forEach(target -> put(target, to));
    return teleported(targets, name(destinations.get(0)));
  }

  private static CommandResult teleported(List<Entity> targets, String where) {
    return Verb.done(
        targets.size(),
        targets.size() == 1
            ? "Teleported %s to %s".formatted(name(targets.get(0)), where)
            : "Teleported %d entities to %s".formatted(targets.size(), where));
  }

  private static void put(Entity target, double[] to) {
    if (target instanceof Body body) {
      body.teleportTo(to[0], to[1], to[2]);
    } else {
      // The place is loaded, so nothing is waited for.
      target.teleport(target.getPosition().withCoord(to[0], to[1], to[2])).join();
    }
  }

  private static void turn(Entity target, float yaw, float pitch) {
    if (target instanceof Body body) {
      body.turn(yaw, pitch);
    } else {
      target.teleport(target.getPosition().withView(yaw, pitch)).join();
    }
  }
}
