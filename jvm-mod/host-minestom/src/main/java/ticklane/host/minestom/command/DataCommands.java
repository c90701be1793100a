package ticklane.host.minestom.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import net.kyori.adventure.nbt.ArrayBinaryTag;
import net.kyori.adventure.nbt.BinaryTag;
import net.kyori.adventure.nbt.CompoundBinaryTag;
import net.kyori.adventure.nbt.IntArrayBinaryTag;
import net.kyori.adventure.nbt.IntBinaryTag;
import net.kyori.adventure.nbt.ListBinaryTag;
import net.kyori.adventure.nbt.NumberBinaryTag;
import net.kyori.adventure.nbt.StringBinaryTag;
import net.kyori.adventure.nbt.TagStringIO;
import net.minestom.server.entity.Entity;
import ticklane.core.CommandResult;
import ticklane.host.minestom.Game;
import ticklane.host.minestom.entity.Body;
import ticklane.host.minestom.entity.EntityData;
import ticklane.host.minestom.entity.Population;

/** The data of entities: /data get entity and /data merge entity. */
final class DataCommands {
  private final Population population;

  DataCommands(Game game) {
    population = game.population();
  }

  List<Verb> verbs() {
    return List.of(
        new Verb(
            "data",
            2,
            "get entity <target> [<path> [<scale>]] | merge entity <target> <nbt>",
            this::data));
  }

  private CommandResult data(CommandSource source, Words words) {
    String verb = words.next("get or merge");
    if (!verb.equals("get") && !verb.equals("merge")) {
      throw CommandFailure.syntax("'%s' is neither get nor merge".formatted(verb));
    }
    String kind = words.next("entity");
    if (!kind.equals("entity")) {
      throw CommandFailure.syntax("this host has the data of entities only, not " + kind);
    }
    String word = words.next("the target");
    List<Entity> targets = Selector.select(word, source, population);
    if (targets.size() != 1) {
      throw CommandFailure.failed(
          targets.isEmpty()
              ? "No entity was found for " + word
              : "%s is %d entities; /data takes one".formatted(word, targets.size()));
    }
    return verb.equals("get") ? get(targets.get(0), words) : merge(targets.get(0), words);
  }

  private static CommandResult merge(Entity target, Words words) {
    String nbt = words.rest("nbt");
    if (!(target instanceof Body body)) {
      throw CommandFailure.failed("Unable to modify player data");
    }
    EntityData.merge(body, nbt);
    return Verb.done(1, "Modified entity data of " + EntityCommands.name(target));
  }

  private static CommandResult get(Entity target, Words words) {
    BinaryTag found = EntityData.of(target);
    if (!words.hasNext()) {
      return Verb.done(
          1,
          "%s has the following entity data: %s"
              .formatted(EntityCommands.name(target), text(found)));
    }
    String path = words.next("the path");
    for (String step : path.replace("[", ".[").split("\\.", -1)) {
      found = step.isEmpty() ? found : within(found, step, path);
    }
    if (!words.hasNext()) {
      return Verb.done(
          count(found, 1),
          "%s has the following entity data: %s"
              .formatted(EntityCommands.name(target), text(found)));
    }
    double scale = words.number("the scale");
    words.end();
    if (!(found instanceof NumberBinaryTag)) {
      throw CommandFailure.failed("Can't get %s; only numeric tags are allowed".formatted(path));
    }
    int scaled = count(found, scale);
    return Verb.done(
        scaled,
        "%s on %s after scale factor of %s is %d"
            .formatted(path, EntityCommands.name(target), scale, scaled));
  }

  private static BinaryTag within(BinaryTag tag, String step, String path) {
    if (step.startsWith("[") && step.endsWith("]")) {
      int index;
      try {
        index = Integer.parseInt(step.substring(1, step.length() - 1));
      } catch (NumberFormatException e) {
        throw CommandFailure.syntax("'%s' in %s is no index".formatted(step, path));
      }
      int size = size(tag);
      int at = index < 0 ? size + index : index;
      if (at >= 0 && at < size) {
        return tag instanceof ListBinaryTag list
            ? list.get(at)
            : IntBinaryTag.intBinaryTag(((IntArrayBinaryTag) tag).value()[at]);
      }
    } else if (tag instanceof CompoundBinaryTag compound && compound.get(step) != null) {
      return compound.get(step);
    }
    throw CommandFailure.failed("Found no elements matching " + path);
  }

  private static int size(BinaryTag tag) {
    return switch (tag) {
      case ListBinaryTag list -> list.size();
      case IntArrayBinaryTag array -> array.size();
      default -> 0;
    };
  }

  /** What /execute store result sees: a number's floor, else how much there is. */
  private static int count(BinaryTag tag, double scale) {
    return switch (tag) {
      case NumberBinaryTag number -> (int) Math.floor(number.doubleValue() * scale);
      case ListBinaryTag list -> list.size();
      case ArrayBinaryTag array -> size(array);
      case CompoundBinaryTag compound -> compound.keySet().size();
      case StringBinaryTag string -> string.value().length();
      default -> 1;
    };
  }

  private static String text(BinaryTag tag) {
    try {
      return TagStringIO.tagStringIO().asString(tag);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
