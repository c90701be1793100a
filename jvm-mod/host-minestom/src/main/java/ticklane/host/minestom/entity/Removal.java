package ticklane.host.minestom.entity;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** What became of an entity. */
public record Removal(String type, long tick, Cause cause, double x, double y, double z) {
  /** As {@link ticklane.core.GameHost#removal} gives it; empty for null. */
  public static String json(Removal removal) {
    if (removal == null) {
      return "";
    }
    JsonObject json = new JsonObject();
    json.addProperty("type", removal.type);
    json.addProperty("tick", removal.tick);
    json.addProperty("cause", removal.cause.id());
    JsonArray at = new JsonArray();
    at.add(removal.x);
    at.add(removal.y);
    at.add(removal.z);
    json.add("pos", at);
    return json.toString();
  }
}
