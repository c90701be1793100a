package ticklane.stub;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Writes jars and tables of every version: {@code StubJars FOLDER [VERSION…]}. */
public final class StubJars {
  private StubJars() {}

  public static void main(String[] args) throws IOException {
    Path folder = Files.createDirectories(Path.of(args[0]));
    for (GameVersion version : GameVersion.ALL) {
      if (args.length == 1 || java.util.Arrays.asList(args).contains(version.name())) {
        write(version, folder);
      }
    }
  }

  private static void write(GameVersion version, Path folder) throws IOException {
    StubGame game = StubGame.of(version);
    for (Namespace names : Namespace.values()) {
      if (names.existsFor(version)) {
        game.jar(names, jar(folder, version, names));
      }
    }
    if (Namespace.INTERMEDIARY.existsFor(version)) {
      game.tiny(folder.resolve("mappings-" + version.name() + ".tiny"));
    }
    if (Namespace.SRG.existsFor(version)) {
      game.forgeTables(
          folder.resolve("server-" + version.name() + "-mappings.txt"),
          folder.resolve("mcp_config-" + version.name() + "-mappings-merged.txt"));
    }
  }

  /** Where the jar of a version under those names is written. */
  public static Path jar(Path folder, GameVersion version, Namespace names) {
    return folder.resolve(
        "stub-%s-%s.jar".formatted(version.name(), names.name().toLowerCase(Locale.ROOT)));
  }
}
