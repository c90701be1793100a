package ticklane.host.minestom.loot;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** What a loot table does to the number of items before it gives them. */
interface Change {
  int apply(int count, Break broken);

  /** One after the other; none is no change. */
  static Change all(JsonElement list) {
    List<Change> parts = new ArrayList<>();
    if (list != null) {
      list.getAsJsonArray().forEach(each -> parts.add(of(each.getAsJsonObject())));
    }
    return (count, broken) -> {
      int now = count;
      for (Change part : parts) {
        now = part.apply(now, broken);
      }
      return now;
    };
  }

  private static Change of(JsonObject json) {
    Condition condition = Condition.all(json.get("conditions"));
    Change change = kind(json);
    return (count, broken) -> condition.holds(broken) ? change.apply(count, broken) : count;
  }

  /**
   * @throws IllegalArgumentException a kind of function that this doesn't know
   */
  private static Change kind(JsonObject json) {
    String kind = json.get("function").getAsString();
    return switch (kind) {
      case "minecraft:set_count" -> {
        Amount amount = Amount.of(json.get("count"));
        boolean adds = json.get("add").getAsBoolean();
        yield (count, broken) -> (adds ? count : 0) + amount.draw(broken);
      }
      case "minecraft:explosion_decay" -> Change::decay;
      case "minecraft:limit_count" -> {
        JsonObject limit = json.getAsJsonObject("limit");
        int least = limit.has("min") ? limit.get("min").getAsInt() : Integer.MIN_VALUE;
        int most = limit.has("max") ? limit.get("max").getAsInt() : Integer.MAX_VALUE;
        yield (count, broken) -> Math.clamp(count, least, most);
      }
      case "minecraft:apply_bonus" -> bonus(json);
      // What an item keeps of the block's data; items here have none.
      case "minecraft:copy_components", "minecraft:copy_state" -> (count, broken) -> count;
      default -> throw new IllegalArgumentException("a loot function of kind " + kind);
    };
  }

  private static int decay(int count, Break broken) {
    int left = 0;
    for (int i = 0; i < count; i++) {
      if (broken.survives()) {
        left++;
      }
    }
    return left;
  }

  /** What an enchantment's level 0 adds: nothing, but for tries that are had without it. */
  private static Change bonus(JsonObject json) {
    String formula = json.get("formula").getAsString();
    return switch (formula) {
      case "minecraft:ore_drops", "minecraft:uniform_bonus_count" -> (count, broken) -> count;
      case "minecraft:binomial_with_bonus_count" -> {
        JsonObject given = json.getAsJsonObject("parameters");
        Amount extra =
            Amount.binomial(given.get("extra").getAsInt(), given.get("probability").getAsDouble());
        yield (count, broken) -> count + extra.draw(broken);
      }
      default -> throw new IllegalArgumentException("a loot bonus of kind " + formula);
    };
  }
}
