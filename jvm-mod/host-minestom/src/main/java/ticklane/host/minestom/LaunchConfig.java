package ticklane.host.minestom;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import ticklane.host.minestom.world.WorldKind;

/**
 * The host's own part of the launch file; core reads its part itself.
 *
 * @param world which world to make
 * @param seed of all chance in the world
 * @param sprints as fast as it goes whenever it isn't frozen
 * @param frozen starts frozen at tick 0
 * @param port on 127.0.0.1 for Minecraft clients, 0 for any free one, -1 for none
 * @param clientWaitS seconds that scripts may wait at most for a client that has lost its world
 */
record LaunchConfig(
    WorldKind world, long seed, boolean sprints, boolean frozen, int port, int clientWaitS) {
  private static final int CLIENT_WAIT_S = 300;
  private static final int MOST_WAIT_S = 86_400;

  /**
   * @throws IllegalArgumentException naming the key and what it may be
   */
  static LaunchConfig read(JsonObject launch) {
    String pace = text(launch, "pace", "realtime");
    if (!pace.equals("realtime") && !pace.equals("sprint")) {
      throw new IllegalArgumentException("launch file: 'pace' is realtime or sprint, not " + pace);
    }
    long port = whole(launch, "mc_port", 0);
    if (port < -1 || port > 65_535) {
      throw new IllegalArgumentException(
          "launch file: 'mc_port' lies from -1 (no port) to 65535, not " + port);
    }
    long wait = whole(launch, "client_wait_s", CLIENT_WAIT_S);
    if (wait < 1 || wait > MOST_WAIT_S) {
      throw new IllegalArgumentException(
          "launch file: 'client_wait_s' lies from 1 to %d, not %d".formatted(MOST_WAIT_S, wait));
    }
    return new LaunchConfig(
        WorldKind.named(text(launch, "world", "flat")),
        whole(launch, "seed", 0),
        pace.equals("sprint"),
        flag(launch, "frozen"),
        (int) port,
        (int) wait);
  }

  private static String text(JsonObject launch, String key, String otherwise) {
    JsonElement value = launch.get(key);
    if (value == null || value.isJsonNull()) {
      return otherwise;
    }
    if (!value.isJsonPrimitive() || !value.getAsJsonPrimitive().isString()) {
      throw new IllegalArgumentException("launch file: '" + key + "' must be a string");
    }
    return value.getAsString();
  }

  private static long whole(JsonObject launch, String key, long otherwise) {
    JsonElement value = launch.get(key);
    if (value == null || value.isJsonNull()) {
      return otherwise;
    }
    try {
      // From the text: a double would round a 64-bit seed.
      return Long.parseLong(value.getAsString());
    } catch (NumberFormatException | UnsupportedOperationException | IllegalStateException e) {
      throw new IllegalArgumentException("launch file: '" + key + "' must be a whole number", e);
    }
  }

  private static boolean flag(JsonObject launch, String key) {
    JsonElement value = launch.get(key);
    if (value == null || value.isJsonNull()) {
      return false;
    }
    if (!value.isJsonPrimitive() || !value.getAsJsonPrimitive().isBoolean()) {
      throw new IllegalArgumentException("launch file: '" + key + "' must be true or false");
    }
    return value.getAsBoolean();
  }
}
