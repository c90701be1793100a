package ticklane.host.minecraft;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What can be told of the running game without any of its names: version, loader, mods, Java. */
record GameFacts(Map<String, String> lines, Map<String, String> versions) {
  private static final Map<String, String> LOADERS = loaders();

  private static Map<String, String> loaders() {
    Map<String, String> loaders = new LinkedHashMap<>();
    loaders.put("net.fabricmc.loader.api.FabricLoader", "Fabric");
    loaders.put("net.neoforged.fml.loading.FMLLoader", "NeoForge");
    loaders.put("net.minecraftforge.fml.loading.FMLLoader", "Forge");
    loaders.put("org.bukkit.Bukkit", "Paper or Bukkit");
    return loaders;
  }

  static GameFacts of(ClassLoader game, String side) {
    Map<String, String> lines = new LinkedHashMap<>();
    Map<String, String> versions = new TreeMap<>();
    String version = version(game).orElse("unknown");
    String ticklane =
        Optional.ofNullable(GameFacts.class.getPackage().getImplementationVersion()).orElse("");
    lines.put("game", version);
    lines.put("side", side);
    String loader = "none";
    for (Map.Entry<String, String> known : LOADERS.entrySet()) {
      if (exists(known.getKey(), game)) {
        loader = known.getValue();
        break;
      }
    }
    lines.put("loader", loader);
    LoadedMods.of(game).ifPresent(mods -> lines.put("mods", mods));
    lines.put(
        "java",
        Runtime.version()
            + ", "
            + System.getProperty("java.vm.name")
            + ", "
            + GameStack.ofThisGame());
    lines.put(
        "system",
        System.getProperty("os.name")
            + " "
            + System.getProperty("os.version")
            + " "
            + System.getProperty("os.arch"));
    if (!ticklane.isEmpty()) {
      lines.put("ticklane", ticklane);
    }
    versions.put("minecraft", version);
    versions.put("loader", loader);
    return new GameFacts(lines, versions);
  }

  private static boolean exists(String type, ClassLoader game) {
    try {
      Class.forName(type, false, game);
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  /** The file that every jar of the game has had since 1.14. */
  private static Optional<String> version(ClassLoader game) {
    try (InputStream in = game.getResourceAsStream("version.json")) {
      if (in == null) {
        return Optional.empty();
      }
      JsonElement json =
          JsonParser.parseString(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      return json instanceof JsonObject object && object.has("id")
          ? Optional.of(object.get("id").getAsString())
          : Optional.empty();
    } catch (IOException | JsonParseException | UnsupportedOperationException e) {
      return Optional.empty();
    }
  }
}
