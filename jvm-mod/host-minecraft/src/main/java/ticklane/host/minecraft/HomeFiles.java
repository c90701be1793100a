package ticklane.host.minecraft;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import ticklane.core.Core;
import ticklane.core.CoreOptions;

/**
 * What the home's launch file says.
 *
 * @param options core's part
 * @param pythonPath folders that Python searches beside its own
 * @param libraries where Forge's installer leaves its tables
 */
record HomeFiles(CoreOptions options, List<Path> pythonPath, Path libraries) {

  /**
   * Reads {@code launch.json}; relative paths start at the home.
   *
   * @throws IllegalArgumentException saying what is wrong with it
   */
  static HomeFiles read(Path home) {
    Path file = home.toAbsolutePath().resolve("launch.json");
    JsonElement json;
    try {
      json = JsonParser.parseString(Files.readString(file));
    } catch (IOException e) {
      throw new IllegalArgumentException(file + " can't be read: " + e.getMessage(), e);
    } catch (JsonParseException e) {
      throw new IllegalArgumentException(file + " is not JSON: " + e.getMessage(), e);
    }
    if (!(json instanceof JsonObject launch)) {
      throw new IllegalArgumentException(file + " must hold one JSON object");
    }
    CoreOptions options = CoreOptions.read(launch, file);
    List<Path> path = new ArrayList<>(List.of(options.jepDir()));
    if (launch.get("python_path") instanceof JsonArray folders) {
      for (JsonElement folder : folders) {
        path.add(home.toAbsolutePath().resolve(folder.getAsString()).normalize());
      }
    }
    return new HomeFiles(options, path, options.gameDir().resolve("libraries"));
  }

  /** The folder for what scripts record and for what Ticklane says of itself. */
  Path folder() {
    return options.gameDir().resolve("mc-agent");
  }

  /** While the game does other things. */
  void startPythonAhead() {
    Core.searchAlso(pythonPath);
    Core.startPythonAhead(options);
  }
}
