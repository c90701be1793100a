package ticklane.host.minecraft;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import ticklane.stub.GameVersion;
import ticklane.stub.Namespace;

/** The page's table of what each version can do is what the names table gives. */
class VersionsTableTest {
  private static final String BEGIN = "<!-- versions: generated -->\n";
  private static final String END = "<!-- end of versions -->";

  @TempDir private Path folder;

  private String table() throws IOException {
    StringBuilder out =
        new StringBuilder("| Minecraft | Java | Fabric | Forge | NeoForge, Paper |\n");
    out.append("|---|---|---|---|---|\n");
    for (GameVersion version : GameVersion.ALL) {
      String fabric =
          Namespace.INTERMEDIARY.existsFor(version)
              ? cell(version, Namespace.INTERMEDIARY)
              : cell(version, Namespace.MOJANG);
      String forge =
          Namespace.SRG.existsFor(version)
              ? cell(version, Namespace.SRG)
              : cell(version, Namespace.MOJANG);
      out.append(
          "| %s | %d | %s | %s | %s |%n"
              .formatted(
                  version.name(),
                  version.java(),
                  fabric,
                  forge,
                  version.at() == 0 ? "not tried" : cell(version, Namespace.MOJANG)));
    }
    return out.toString();
  }

  private String cell(GameVersion version, Namespace names) throws IOException {
    try (URLClassLoader game = StubGames.loader(version, names, folder)) {
      Mappings mappings = StubGames.mappings(version, names, folder);
      Set<String> off = Names.resolve(game, mappings, NamesTable.read()).off();
      return off.isEmpty() ? "all" : "all but " + String.join(", ", off);
    }
  }

  @Test
  void thePageIsCurrent() throws Exception {
    Path page = Path.of("../../docs/real-game.md");
    String text = Files.readString(page);
    int begin = text.indexOf(BEGIN) + BEGIN.length();
    int end = text.indexOf(END);
    assertThat(begin).isGreaterThanOrEqualTo(BEGIN.length()).isLessThanOrEqualTo(end);
    String current = text.substring(0, begin) + table() + text.substring(end);
    if (Boolean.getBoolean("ticklane.docs.write")) {
      Files.writeString(page, current);
    }
    assertThat(Files.readString(page))
        .as("docs/generate_real_game.py writes it")
        .isEqualTo(current);
  }
}
