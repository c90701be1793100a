package ticklane.host.minecraft;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import ticklane.core.HostException;
import ticklane.core.NameTable;
import ticklane.core.NearestNames;
import ticklane.core.TagSets;

/**
 * Numbers for the game's entity types and block states, given in the order they are first met, and
 * for sets of tags. The lane's thread.
 */
final class NameCodes {
  /** Why something happened isn't known here. */
  private static final List<String> CAUSES = List.of("unknown");

  private final GameNames game;
  private final Numbered types = new Numbered();
  private final Numbered states = new Numbered();
  private final TagSets tagSets = new TagSets(Set::of);

  NameCodes(GameNames game) {
    this.game = game;
  }

  /** Objects of the game by number, and their names. */
  private static final class Numbered {
    final IdentityHashMap<Object, Integer> codes = new IdentityHashMap<>();
    final Map<String, Integer> byName = new HashMap<>();
    final List<Object> objects = new ArrayList<>();
    final List<String> names = new ArrayList<>();

    int add(Object object, String name) {
      int code = objects.size();
      codes.put(object, code);
      byName.putIfAbsent(name, code);
      objects.add(object);
      names.add(name);
      return code;
    }
  }

  int typeCode(Object type) {
    Integer known = types.codes.get(type);
    return known != null ? known : types.add(type, game.typeName(type));
  }

  int stateCode(Object state) {
    Integer known = states.codes.get(state);
    return known != null ? known : states.add(state, GameNames.stateName(state));
  }

  int tagCode(SortedSet<String> tags) {
    return tagSets.code(tags);
  }

  /** The game's block state of that code. */
  Object state(int code) {
    if (code < 0 || code >= states.objects.size()) {
      throw new HostException(HostException.UNKNOWN_NAME, "no block state has the code " + code);
    }
    return states.objects.get(code);
  }

  String name(NameTable table, int code) {
    List<String> names =
        switch (table) {
          case ENTITY_TYPE -> types.names;
          case BLOCK_STATE -> states.names;
          case CAUSE -> CAUSES;
          default -> List.of();
        };
    String name =
        table == NameTable.TAG_SET
            ? tagSets.name(code)
            : code >= 0 && code < names.size() ? names.get(code) : null;
    if (name == null) {
      throw new HostException(
          HostException.UNKNOWN_NAME, "no name has the code " + code + " in this game");
    }
    return name;
  }

  int code(NameTable table, String name) {
    String full = name.indexOf(':') < 0 ? "minecraft:" + name : name;
    return switch (table) {
      case ENTITY_TYPE -> code(types, full, game.type(full));
      case BLOCK_STATE -> {
        Integer known = states.byName.get(full);
        Optional<Object> state = known == null ? game.state(full) : Optional.empty();
        yield known != null ? known : state.map(this::stateCode).orElse(-1);
      }
      case TAG_SET -> tagSets.codeOf(name);
      case CAUSE -> CAUSES.indexOf(name);
      case ITEM -> -1;
    };
  }

  private int code(Numbered in, String name, Optional<Object> found) {
    Integer known = in.byName.get(name);
    return known != null ? known : found.map(this::typeCode).orElse(-1);
  }

  List<String> nearest(NameTable table, String name, int limit) {
    return switch (table) {
      case ENTITY_TYPE -> NearestNames.of(name, types.names, limit);
      case BLOCK_STATE -> NearestNames.of(name, game.blockNames(), limit);
      case TAG_SET -> NearestNames.of(name, tagSets.names(), limit);
      case ITEM, CAUSE -> List.of();
    };
  }
}
