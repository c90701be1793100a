package ticklane.host.minestom.loot;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import net.minestom.server.instance.block.Block;

/** What a part of a loot table asks before it gives something. */
interface Condition {
  boolean holds(Break broken);

  Condition ALWAYS = broken -> true;

  /** All of a list; none is no condition. */
  static Condition all(JsonElement list) {
    if (list == null) {
      return ALWAYS;
    }
    List<Condition> parts = new ArrayList<>();
    list.getAsJsonArray().forEach(each -> parts.add(of(each.getAsJsonObject())));
    return broken -> {
      for (Condition part : parts) {
        if (!part.holds(broken)) {
          return false;
        }
      }
      return true;
    };
  }

  private static Condition any(JsonElement list) {
    List<Condition> parts = new ArrayList<>();
    list.getAsJsonArray().forEach(each -> parts.add(of(each.getAsJsonObject())));
    return broken -> {
      for (Condition part : parts) {
        if (part.holds(broken)) {
          return true;
        }
      }
      return false;
    };
  }

  /**
   * A condition.
   *
   * @throws IllegalArgumentException a kind of condition that this doesn't know
   */
  static Condition of(JsonObject json) {
    String kind = json.get("condition").getAsString();
    return switch (kind) {
      case "minecraft:survives_explosion" -> Break::survives;
      // No tool breaks it, and every table that asks wants one.
      case "minecraft:match_tool" -> broken -> false;
      case "minecraft:entity_properties" -> Break::byEntity;
      case "minecraft:any_of" -> any(json.get("terms"));
      case "minecraft:inverted" -> {
        Condition term = of(json.getAsJsonObject("term"));
        yield broken -> !term.holds(broken);
      }
      case "minecraft:random_chance" -> {
        double chance = json.get("chance").getAsDouble();
        yield broken -> broken.chance(chance);
      }
      case "minecraft:table_bonus" -> {
        // The first is that of no enchantment.
        double chance = json.getAsJsonArray("chances").get(0).getAsDouble();
        yield broken -> broken.chance(chance);
      }
      case "minecraft:block_state_property" -> {
        BlockMatch match = BlockMatch.of(json.get("block"), json.getAsJsonObject("properties"));
        yield broken -> match.matches(broken.block());
      }
      case "minecraft:location_check" -> {
        int up = json.get("offsetY").getAsInt();
        JsonObject wanted = json.getAsJsonObject("predicate").getAsJsonObject("block");
        BlockMatch match = BlockMatch.of(wanted.get("blocks"), wanted.getAsJsonObject("state"));
        yield broken -> match.matches(broken.beside(up));
      }
      default -> throw new IllegalArgumentException("a loot condition of kind " + kind);
    };
  }

  /** A block with some of its properties. */
  record BlockMatch(String block, JsonObject properties) {
    static BlockMatch of(JsonElement block, JsonObject properties) {
      return new BlockMatch(block.getAsString(), properties);
    }

    boolean matches(Block found) {
      if (!found.name().equals(block)) {
        return false;
      }
      for (var property : properties.entrySet()) {
        if (!property.getValue().getAsString().equals(found.getProperty(property.getKey()))) {
          return false;
        }
      }
      return true;
    }
  }
}
