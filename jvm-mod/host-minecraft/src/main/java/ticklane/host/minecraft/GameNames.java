package ticklane.host.minecraft;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Names of entity types and blocks, asked of the game's registries. The lane's thread. */
final class GameNames {
  private static final String BLOCK = "Block{";

  private final Names names;

  GameNames(Names names) {
    this.names = names;
  }

  String typeName(Object type) {
    return String.valueOf(Calls.call(names.handle("type.key"), type));
  }

  /** The entity type of that full name. */
  Optional<Object> type(String full) {
    if (!names.has("spawn")) {
      return Optional.empty();
    }
    Object found = Calls.call(names.handle("type.byName"), full);
    return found instanceof Optional<?> optional ? optional.map(type -> type) : Optional.empty();
  }

  /** A state's name as commands write it; the game's own text of it is {@code Block{name}[…]}. */
  static String stateName(Object state) {
    String text = String.valueOf(state);
    int end = text.indexOf('}');
    return text.startsWith(BLOCK) && end > 0
        ? text.substring(BLOCK.length(), end) + text.substring(end + 1)
        : text;
  }

  /** The default state of the block of that full name. */
  Optional<Object> state(String full) {
    if (!names.has("block names") || full.indexOf('[') >= 0) {
      return Optional.empty();
    }
    Object registry = Calls.call(names.handle("registry.blocks"));
    Object name = Calls.call(names.handle("name.parse"), full);
    Object block =
        name == null ? null : Calls.call(names.handle("registry.optional"), registry, name);
    return block instanceof Optional<?> found
        ? found.map(one -> Calls.call(names.handle("block.state"), one))
        : Optional.empty();
  }

  List<String> blockNames() {
    List<String> all = new ArrayList<>();
    if (names.has("block names")) {
      Object registry = Calls.call(names.handle("registry.blocks"));
      if (Calls.call(names.handle("registry.names"), registry) instanceof Iterable<?> keys) {
        keys.forEach(key -> all.add(String.valueOf(key)));
      }
    }
    return all;
  }
}
