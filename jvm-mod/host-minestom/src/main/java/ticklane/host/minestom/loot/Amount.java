package ticklane.host.minestom.loot;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/** A number in a loot table: fixed, uniform between whole numbers, or binomial. */
interface Amount {
  int draw(Break broken);

  /**
   * A number.
   *
   * @throws IllegalArgumentException a kind of number that this doesn't know
   */
  static Amount of(JsonElement json) {
    if (json.isJsonPrimitive()) {
      int fixed = Math.round(json.getAsFloat());
      return broken -> fixed;
    }
    JsonObject given = json.getAsJsonObject();
    String kind = given.get("type").getAsString();
    return switch (kind) {
      case "minecraft:uniform" -> {
        int least = (int) Math.floor(given.get("min").getAsDouble());
        int most = (int) Math.floor(given.get("max").getAsDouble());
        yield broken -> broken.random().nextInt(least, most + 1);
      }
      case "minecraft:binomial" ->
          binomial((int) given.get("n").getAsDouble(), given.get("p").getAsDouble());
      default -> throw new IllegalArgumentException("a loot number of kind " + kind);
    };
  }

  static Amount binomial(int tries, double chance) {
    return broken -> {
      int hits = 0;
      for (int i = 0; i < tries; i++) {
        if (broken.chance(chance)) {
          hits++;
        }
      }
      return hits;
    };
  }
}
