package ticklane.host.minestom;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import net.kyori.adventure.key.InvalidKeyException;
import net.kyori.adventure.key.Key;
import net.minestom.server.entity.EntityType;
import net.minestom.server.instance.block.Block;
import net.minestom.server.item.Material;
import ticklane.core.HostException;
import ticklane.core.NameTable;
import ticklane.core.NearestNames;

/** The game's names and their codes; the registries' own numbers serve as codes. */
public final class Names {
  private static final String[] STATES = new String[Block.statesCount()];
  private static final Map<String, Integer> STATE_CODES = new ConcurrentHashMap<>();
  private static final int SUGGESTIONS = 3;

  private Names() {}

  /** The entity type, or null. */
  public static EntityType entityType(String name) {
    Key key = key(name);
    return key == null ? null : EntityType.fromKey(key);
  }

  /** The item, or null. */
  public static Material item(String name) {
    Key key = key(name);
    return key == null ? null : Material.fromKey(key);
  }

  private static Key key(String name) {
    try {
      return Key.key(name.trim());
    } catch (InvalidKeyException e) {
      // Not a name at all; the caller says so with the nearest that is one.
      return null;
    }
  }

  /** Code of a block state, with or without namespace and some or all properties; -1 if unknown. */
  public static int block(String state) {
    Integer known = STATE_CODES.get(state);
    if (known != null) {
      return known;
    }
    int code = parseBlock(state.trim());
    if (code >= 0 && STATE_CODES.size() < 100_000) {
      STATE_CODES.put(state, code);
    }
    return code;
  }

  private static int parseBlock(String state) {
    int bracket = state.indexOf('[');
    Key key = key(bracket < 0 ? state : state.substring(0, bracket));
    Block block = key == null ? null : Block.fromKey(key);
    if (block == null) {
      return -1;
    }
    if (bracket < 0) {
      return block.stateId();
    }
    if (!state.endsWith("]")) {
      return -1;
    }
    Map<String, String> properties = new HashMap<>();
    String inside = state.substring(bracket + 1, state.length() - 1);
    for (String part : inside.isBlank() ? new String[0] : inside.split(",", -1)) {
      int equals = part.indexOf('=');
      if (equals < 0) {
        return -1;
      }
      properties.put(part.substring(0, equals).trim(), part.substring(equals + 1).trim());
    }
    try {
      return block.withProperties(properties).stateId();
    } catch (IllegalArgumentException e) {
      // A property or value the block doesn't have.
      return -1;
    }
  }

  /** "minecraft:oak_stairs[facing=east,half=bottom,…]": all properties, sorted. */
  public static String block(int code) {
    String known = STATES[code];
    if (known == null) {
      Block block = Block.fromStateId(code);
      List<String> parts = new ArrayList<>();
      new TreeMap<>(block.properties()).forEach((name, value) -> parts.add(name + "=" + value));
      known = parts.isEmpty() ? block.name() : block.name() + "[" + String.join(",", parts) + "]";
      STATES[code] = known;
    }
    return known;
  }

  /**
   * Code of a block state.
   *
   * @throws HostException unknown_name with the nearest that exist
   */
  public static int blockOrThrow(String state) {
    int code = block(state);
    if (code < 0) {
      throw new HostException(
          HostException.UNKNOWN_NAME,
          "no block '%s'%s".formatted(state, hint(NameTable.BLOCK_STATE, state)));
    }
    return code;
  }

  /**
   * The item of that name.
   *
   * @throws HostException unknown_name with the nearest that exist
   */
  public static Material itemOrThrow(String name) {
    Material material = item(name);
    if (material == null) {
      throw new HostException(
          HostException.UNKNOWN_NAME, "no item '%s'%s".formatted(name, hint(NameTable.ITEM, name)));
    }
    return material;
  }

  /** ": did you mean a, b?", or nothing. */
  public static String hint(NameTable table, String name) {
    List<String> near = nearest(table, name, SUGGESTIONS);
    return near.isEmpty() ? "" : ": did you mean " + String.join(", ", near) + "?";
  }

  /** The nearest of {@code known}, best first. */
  public static List<String> nearest(String name, Collection<String> known, int limit) {
    return NearestNames.of(name, known, limit);
  }

  /** Nearest names of the three registries. */
  static List<String> nearest(NameTable table, String name, int limit) {
    String asked = name.trim().toLowerCase(Locale.ROOT);
    return switch (table) {
      case ENTITY_TYPE -> NearestNames.of(asked, names(EntityType.values()), limit);
      case ITEM -> NearestNames.of(asked, names(Material.values()), limit);
      case BLOCK_STATE -> nearestBlocks(asked, limit);
      case CAUSE, TAG_SET -> List.of();
    };
  }

  private static List<String> nearestBlocks(String asked, int limit) {
    int bracket = asked.indexOf('[');
    String id = bracket < 0 ? asked : asked.substring(0, bracket);
    Key key = key(id);
    Block block = key == null ? null : Block.fromKey(key);
    if (block == null) {
      return NearestNames.of(id, names(Block.values()), limit);
    }
    // The block is right, so a property isn't: offer its properties and values.
    java.util.TreeSet<String> single = new java.util.TreeSet<>();
    for (Block state : block.possibleStates()) {
      state.properties().forEach((p, v) -> single.add(block.name() + "[" + p + "=" + v + "]"));
    }
    return single.isEmpty() ? List.of(block.name()) : NearestNames.of(asked, single, limit);
  }

  private static List<String> names(
      Collection<? extends net.minestom.server.registry.StaticProtocolObject<?>> all) {
    return all.stream().map(each -> each.key().asString()).toList();
  }
}
