package ticklane.loader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The jar in a process of each loader's kind, on the oldest and the newest Java. */
final class OneJarTest {
  private static final String OFF = "[ticklane] is off, ";

  @TempDir Path game;
  private Path jar;

  @BeforeEach
  void aJarWithAHostOfOurs() throws IOException {
    Map<String, byte[]> content = new LinkedHashMap<>(Jars.read(theJar()));
    Path host = game.resolve("host.jar");
    Jars.write(host, Jars.testClasses("ticklane/host/minecraft", "ticklane/bridge"));
    content.keySet().removeIf(name -> name.startsWith("ticklane/nested/"));
    content.put("ticklane/nested/jars.txt", "host.jar\n".getBytes(StandardCharsets.UTF_8));
    content.put("ticklane/nested/host.jar", Files.readAllBytes(host));
    Files.delete(host);
    jar = game.resolve("ticklane.jar");
    Jars.write(jar, content);
  }

  static Path theJar() {
    return Path.of(System.getProperty("ticklane.jar"));
  }

  private void home(boolean attaches) throws IOException {
    Path home = Files.createDirectories(game.resolve("mc-agent/home/lib")).getParent();
    Files.writeString(home.resolve("launch.json"), "{}");
    Jars.write(home.resolve("ticklane-agent.jar"), Jars.testClasses("ticklane/agent"));
    if (!attaches) {
      Files.writeString(home.resolve("refused"), "");
    }
  }

  private static Path java(int version) throws IOException {
    if (version == Runtime.version().feature()) {
      return Path.of(System.getProperty("java.home"));
    }
    Path all = Path.of("/usr/lib/jvm");
    List<Path> found = List.of();
    if (Files.isDirectory(all)) {
      try (Stream<Path> homes = Files.list(all)) {
        found =
            homes
                .filter(home -> home.getFileName().toString().contains("-" + version + "-"))
                .filter(home -> Files.isExecutable(home.resolve("bin/java")))
                .toList();
      }
    }
    assumeTrue(!found.isEmpty(), "no Java " + version + " in /usr/lib/jvm");
    return found.get(0);
  }

  private List<String> start(int version, String loader, List<String> flags, Path... jars)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(java(version).resolve("bin/java").toString());
    command.addAll(flags);
    command.add("-cp");
    // Our own classes are the jar's alone: what stands in for a game sees none of them.
    command.add(
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(
                entry ->
                    !entry.endsWith(
                        "loader-all" + File.separator + "target" + File.separator + "classes"))
            .reduce((a, b) -> a + File.pathSeparator + b)
            .orElseThrow());
    command.add(FakeLoaders.class.getName());
    command.add(loader);
    for (Path one : jars) {
      command.add(one.toString());
    }
    Process process =
        new ProcessBuilder(command).directory(game.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(told).isZero();
    return told.lines().toList();
  }

  @ParameterizedTest
  @CsvSource({
    "17, fabric",
    "17, forge",
    "17, neoforge",
    "17, paper",
    "25, fabric",
    "25, forge",
    "25, neoforge",
    "25, paper"
  })
  void aLoaderStartsTheNestedHostWhereNoAgentLoads(int version, String loader) throws Exception {
    home(false);
    List<String> told = start(version, loader, List.of(), jar);
    List<String> expected = new ArrayList<>();
    expected.add(
        "[ticklane] runs by the server ticks of "
            + loader
            + " alone, as no agent loads: switched off here");
    expected.add("entry " + loader + " [game, home, loader, woven] in ticklane below platform");
    if (loader.equals("fabric")) {
      expected.addAll(List.of("tick early", "woven true", "children server", "tick server"));
    } else if (loader.equals("paper")) {
      expected.add("tick the server");
    }
    expected.add("game goes on");
    assertThat(told).isEqualTo(expected);
    assertThat(game.resolve("mc-agent/nested/host.jar")).exists();
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void theAgentIsLoadedWhereItCanBe(int version) throws Exception {
    home(true);
    List<String> told = start(version, "neoforge", List.of(), jar);
    assertThat(told).containsExactly("attached ticklane-agent.jar", "game goes on");
  }

  @Test
  void aGameThatHasTheAgentIsLeftToIt() throws Exception {
    home(true);
    Path boot = game.resolve("boot.jar");
    byte[] any = Jars.testClasses("ticklane/agent").values().iterator().next();
    // Some class by the agent's name where only an agent puts one.
    Jars.write(boot, Map.of("ticklane/agent/Starter.class", Starters.named(any)));
    List<String> told = start(25, "fabric", List.of("-Xbootclasspath/a:" + boot), jar);
    assertThat(told).containsExactly("game goes on");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fabric", "forge", "neoforge", "paper"})
  void withoutAHomeOneLineSaysWhatToRun(String loader) throws Exception {
    List<String> told = start(25, loader, List.of(), jar);
    assertThat(told).hasSize(2).last().isEqualTo("game goes on");
    assertThat(told.get(0))
        .startsWith(OFF + "as there is no mc-agent/home")
        .endsWith("run once: ticklane install \"" + game.toRealPath() + "\"");
  }

  @Test
  void twoCopiesStartOneOfThem() throws Exception {
    home(true);
    Path copy = Files.copy(jar, game.resolve("copy.jar"));
    List<String> told = start(25, "paper", List.of(), jar, copy);
    assertThat(told)
        .containsExactly(
            "attached ticklane-agent.jar",
            "[ticklane] was started by paper already, a second copy of its jar stays off: remove one",
            "game goes on");
  }

  @Test
  void aBrokenHostIsOneLine() throws Exception {
    home(false);
    List<String> told = start(25, "forge", List.of("-Dfake.broken=true"), jar);
    assertThat(told).hasSize(3).last().isEqualTo("game goes on");
    assertThat(told.get(1))
        .isEqualTo(OFF + "the game goes on without it: java.lang.IllegalStateException: broken");
  }

  @Test
  void aTornJarIsOneLine() throws Exception {
    home(false);
    Map<String, byte[]> content = Jars.read(jar);
    content.remove("ticklane/nested/host.jar");
    Jars.write(jar, content);
    List<String> told = start(25, "forge", List.of(), jar);
    assertThat(told).hasSize(3).last().isEqualTo("game goes on");
    assertThat(told.get(1)).startsWith(OFF).contains("holds no ticklane/nested/host.jar");
  }

  @Test
  void aFolderThatCannotBeWrittenIsOneLine() throws Exception {
    home(false);
    Files.writeString(game.resolve("mc-agent/nested"), "in the way");
    List<String> told = start(25, "forge", List.of(), jar);
    assertThat(told).hasSize(3).last().isEqualTo("game goes on");
    assertThat(told.get(1)).startsWith(OFF + "the game goes on without it: ");
  }
}
