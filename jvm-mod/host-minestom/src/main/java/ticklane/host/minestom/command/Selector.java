package ticklane.host.minestom.command;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import net.minestom.server.coordinate.Pos;
import net.minestom.server.entity.Entity;
import net.minestom.server.entity.EntityType;
import net.minestom.server.entity.Player;
import ticklane.core.NameTable;
import ticklane.host.minestom.Names;
import ticklane.host.minestom.entity.Body;
import ticklane.host.minestom.entity.Population;

/** Target selectors: @e @a @p @r @s @n with arguments, a player's name, or a UUID. */
final class Selector {
  private static final String KNOWN = "type, limit, sort, distance, tag, name, x, y, z, dx, dy, dz";

  private final List<Predicate<Entity>> filters = new ArrayList<>();
  private double[] origin;
  private double[] volume;
  private String distance = "";
  private int limit = Integer.MAX_VALUE;
  private String sort = "arbitrary";

  private Selector(Pos origin) {
    this.origin = new double[] {origin.x(), origin.y(), origin.z()};
  }

  /** The entities a word names, in the order asked for; empty when there are none. */
  static List<Entity> select(String word, CommandSource source, Population population) {
    if (!word.startsWith("@")) {
      return byName(word, population);
    }
    char kind = word.length() > 1 ? word.charAt(1) : ' ';
    Selector selector = new Selector(source.position());
    switch (kind) {
      case 'e' -> {}
      case 'a' -> selector.filters.add(Player.class::isInstance);
      case 'p' -> {
        selector.filters.add(Player.class::isInstance);
        selector.first("nearest");
      }
      case 'r' -> {
        selector.filters.add(Player.class::isInstance);
        selector.first("random");
      }
      case 'n' -> selector.first("nearest");
      case 's' -> selector.filters.add(entity -> entity.equals(source.player()));
      default ->
          throw CommandFailure.syntax(
              "no selector '%s': there are @e @a @p @r @s @n".formatted(word));
    }
    selector.arguments(word.substring(2));
    return selector.apply(population);
  }

  private void first(String sort) {
    limit = 1;
    this.sort = sort;
  }

  private static List<Entity> byName(String word, Population population) {
    List<Entity> found = new ArrayList<>();
    for (Entity entity : population.members()) {
      boolean named =
          entity instanceof Player player && player.getUsername().equalsIgnoreCase(word);
      if (named || entity.getUuid().toString().equalsIgnoreCase(word)) {
        found.add(entity);
      }
    }
    return found;
  }

  private void arguments(String text) {
    if (text.isEmpty()) {
      return;
    }
    if (!text.startsWith("[") || !text.endsWith("]")) {
      throw CommandFailure.syntax("a selector's arguments stand in [ ], not '%s'".formatted(text));
    }
    String inside = text.substring(1, text.length() - 1).strip();
    for (String part : inside.isEmpty() ? new String[0] : inside.split(",", -1)) {
      int equals = part.indexOf('=');
      if (equals < 0) {
        throw CommandFailure.syntax("a selector argument is name=value, not '%s'".formatted(part));
      }
      argument(part.substring(0, equals).strip(), part.substring(equals + 1).strip());
    }
  }

  private void argument(String name, String value) {
    boolean not = value.startsWith("!");
    String plain = not ? value.substring(1) : value;
    switch (name) {
      case "type" -> {
        EntityType type = Names.entityType(plain);
        if (type == null) {
          throw CommandFailure.syntax(
              "no entity type '%s'%s".formatted(plain, Names.hint(NameTable.ENTITY_TYPE, plain)));
        }
        filters.add(entity -> (entity.getEntityType().id() == type.id()) != not);
      }
      case "tag" -> filters.add(entity -> hasTag(entity, plain) != not);
      case "name" -> filters.add(entity -> isNamed(entity, unquote(plain)) != not);
      case "limit" -> {
        limit = (int) Coordinates.parse(value, false);
        if (limit < 1) {
          throw CommandFailure.syntax("a selector's limit is 1 or more");
        }
      }
      case "sort" -> {
        if (!List.of("nearest", "furthest", "random", "arbitrary").contains(value)) {
          throw CommandFailure.syntax("sort is nearest, furthest, random or arbitrary");
        }
        sort = value;
      }
      case "distance" -> distance = value;
      case "x", "y", "z" -> origin[name.charAt(0) - 'x'] = Coordinates.parse(value, false);
      case "dx", "dy", "dz" -> {
        volume = volume == null ? new double[3] : volume;
        volume[name.charAt(1) - 'x'] = Coordinates.parse(value, false);
      }
      default ->
          throw CommandFailure.syntax(
              "no selector argument '%s': there are %s".formatted(name, KNOWN));
    }
  }

  private static String unquote(String text) {
    return text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")
        ? text.substring(1, text.length() - 1)
        : text;
  }

  private static boolean hasTag(Entity entity, String tag) {
    if (!(entity instanceof Body body)) {
      return tag.isEmpty();
    }
    return tag.isEmpty() ? body.tags().isEmpty() : body.tags().contains(tag);
  }

  private static boolean isNamed(Entity entity, String name) {
    return entity instanceof Player player && player.getUsername().equals(name);
  }

  private List<Entity> apply(Population population) {
    double[] range = distance.isEmpty() ? null : range(distance);
    List<Entity> found = new ArrayList<>();
    for (Entity entity : population.members()) {
      double away = away(entity);
      if (filters.stream().allMatch(filter -> filter.test(entity))
          && (range == null || (away >= range[0] && away <= range[1]))
          && (volume == null || isInside(entity))) {
        found.add(entity);
      }
    }
    switch (sort) {
      case "nearest" -> found.sort(Comparator.comparingDouble(this::away));
      case "furthest" -> found.sort(Comparator.comparingDouble(this::away).reversed());
      case "random" -> Collections.shuffle(found, new Random(population.random().nextLong()));
      default -> {}
    }
    return found.size() > limit ? found.subList(0, limit) : found;
  }

  private double away(Entity entity) {
    double[] at = Population.position(entity);
    double dx = at[0] - origin[0];
    double dy = at[1] - origin[1];
    double dz = at[2] - origin[2];
    return Math.sqrt(dx * dx + dy * dy + dz * dz);
  }

  /**
   * Whether the box touches the volume, which is a block larger than its numbers, as in the game.
   */
  private boolean isInside(Entity entity) {
    double[] at = Population.position(entity);
    double half = entity.getEntityType().registry().width() / 2;
    double height = entity.getEntityType().registry().height();
    double[] low = {at[0] - half, at[1], at[2] - half};
    double[] high = {at[0] + half, at[1] + height, at[2] + half};
    for (int i = 0; i < 3; i++) {
      double from = origin[i] + Math.min(volume[i], 0);
      double to = origin[i] + Math.max(volume[i], 0) + 1;
      if (high[i] <= from || low[i] >= to) {
        return false;
      }
    }
    return true;
  }

  private static double[] range(String text) {
    int dots = text.indexOf("..");
    if (dots < 0) {
      double exact = Coordinates.parse(text, false);
      return new double[] {exact, exact};
    }
    String from = text.substring(0, dots);
    String to = text.substring(dots + 2);
    return new double[] {
      from.isEmpty() ? 0 : Coordinates.parse(from, false),
      to.isEmpty() ? Double.POSITIVE_INFINITY : Coordinates.parse(to, false)
    };
  }
}
