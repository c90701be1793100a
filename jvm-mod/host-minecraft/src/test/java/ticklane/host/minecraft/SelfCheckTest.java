package ticklane.host.minecraft;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import ticklane.stub.GameVersion;
import ticklane.stub.Namespace;

class SelfCheckTest {
  @TempDir private Path folder;

  private SelfCheck check(ClassLoader game, Mappings mappings, List<String> problems) {
    return new SelfCheck(
        GameFacts.of(game, "server"),
        NameSpace.of(game),
        Map.of("serverTick", "net.minecraft.server.MinecraftServer.tickServer"),
        Names.resolve(game, mappings, NamesTable.read()),
        problems);
  }

  @Test
  void aReportNamesTheGameAndWhatItsFeaturesLack() throws Exception {
    GameVersion version = GameVersion.named("1.21.4");
    try (URLClassLoader game = StubGames.loader(version, Namespace.INTERMEDIARY, folder)) {
      SelfCheck check =
          check(
              game,
              Mappings.read(new StringReader("tiny\t2\t0\tmojang\tintermediary\n")),
              List.of("no table"));
      assertThat(check.text())
          .contains("game       1.21.4", "names      intermediary", "loader     none")
          .contains("serverTick   net.minecraft.server.MinecraftServer.tickServer")
          .contains("clientTick   not met yet")
          .contains(
              "missing entity.position (entities): Entity.position",
              "no class net.minecraft.world.entity.Entity")
          .contains("problems\n  no table\n")
          .doesNotContain(System.getProperty("user.name") + "@");
      assertThat(check.summary()).contains("Minecraft 1.21.4", "off: ").doesNotContain("\n");
      check.write(folder.resolve("mc-agent"));
      assertThat(folder.resolve("mc-agent/selfcheck.txt")).hasContent(check.text());
      try (var files = Files.list(folder.resolve("mc-agent"))) {
        assertThat(files).hasSize(1);
      }
    }
  }

  @Test
  void aGameThatHasEverythingSaysSo() throws Exception {
    GameVersion version = GameVersion.named("26.2");
    try (URLClassLoader game = StubGames.loader(version, Namespace.MOJANG, folder)) {
      SelfCheck check = check(game, Mappings.NONE, List.of());
      assertThat(check.text()).contains("off  none", "problems: none").doesNotContain("missing");
      assertThat(check.summary()).endsWith("everything works");
    }
  }

  @Test
  void aGameThatCannotBeReadIsUnknown() {
    ClassLoader nothing = ClassLoader.getPlatformClassLoader();
    SelfCheck check = check(nothing, Mappings.NONE, List.of());
    assertThat(check.text()).contains("game       unknown", "names      unknown", "on\n");
    assertThat(check.names().missing()).hasSameSizeAs(NamesTable.read());
  }
}
