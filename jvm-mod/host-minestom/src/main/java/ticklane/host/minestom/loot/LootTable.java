package ticklane.host.minestom.loot;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import net.minestom.server.item.Material;

/** What one kind of block leaves behind. */
final class LootTable {
  /** Gives something, or says that it has nothing to give here. */
  private interface Entry {
    boolean give(Break broken, Change last, LootTables.Taker taker);
  }

  private record Pool(Condition condition, Amount rolls, Entry entry, Change change) {}

  private final List<Pool> pools = new ArrayList<>();
  private final Change change;

  /**
   * @throws IllegalArgumentException something that this doesn't know
   */
  LootTable(JsonObject json) {
    change = Change.all(json.get("functions"));
    if (json.has("pools")) {
      json.getAsJsonArray("pools").forEach(each -> pools.add(pool(each.getAsJsonObject())));
    }
  }

  private static Pool pool(JsonObject json) {
    if (json.getAsJsonArray("entries").size() != 1) {
      throw new IllegalArgumentException("a loot pool with a choice of entries");
    }
    return new Pool(
        Condition.all(json.get("conditions")),
        Amount.of(json.get("rolls")),
        entry(json.getAsJsonArray("entries").get(0).getAsJsonObject()),
        Change.all(json.get("functions")));
  }

  private static Entry entry(JsonObject json) {
    Condition condition = Condition.all(json.get("conditions"));
    Entry entry = kind(json);
    return (broken, last, taker) -> condition.holds(broken) && entry.give(broken, last, taker);
  }

  private static Entry kind(JsonObject json) {
    String kind = json.get("type").getAsString();
    return switch (kind) {
      case "minecraft:item" -> {
        Material material = Material.fromKey(json.get("name").getAsString());
        Change own = Change.all(json.get("functions"));
        yield (broken, last, taker) -> {
          int count = last.apply(own.apply(1, broken), broken);
          if (count > 0) {
            taker.take(material, count);
          }
          return true;
        };
      }
      case "minecraft:alternatives" -> alternatives(json.get("children"));
      // What a block held; blocks here hold nothing.
      case "minecraft:dynamic" -> (broken, last, taker) -> true;
      default -> throw new IllegalArgumentException("a loot entry of kind " + kind);
    };
  }

  private static Entry alternatives(JsonElement children) {
    List<Entry> entries = new ArrayList<>();
    children.getAsJsonArray().forEach(each -> entries.add(entry(each.getAsJsonObject())));
    return (broken, last, taker) -> {
      for (Entry entry : entries) {
        if (entry.give(broken, last, taker)) {
          return true;
        }
      }
      return false;
    };
  }

  void give(Break broken, LootTables.Taker taker) {
    for (Pool pool : pools) {
      if (!pool.condition().holds(broken)) {
        continue;
      }
      Change last = (count, at) -> change.apply(pool.change().apply(count, at), at);
      for (int roll = pool.rolls().draw(broken); roll > 0; roll--) {
        pool.entry().give(broken, last, taker);
      }
    }
  }
}
