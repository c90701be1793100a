package ticklane.host.minecraft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import ticklane.stub.GameVersion;
import ticklane.stub.Namespace;
import ticklane.stub.StubGame;

class NamesTest {
  @TempDir private static Path folder;

  static Stream<Arguments> everyGame() {
    return GameVersion.ALL.stream()
        .flatMap(
            version ->
                Stream.of(Namespace.values())
                    .filter(names -> names.existsFor(version))
                    .map(names -> Arguments.of(version, names)));
  }

  private static Names resolve(GameVersion version, Namespace names) throws Exception {
    ClassLoader game = StubGames.loader(version, names, folder);
    return Names.resolve(game, StubGames.mappings(version, names, folder), NamesTable.read());
  }

  @ParameterizedTest
  @MethodSource("everyGame")
  void everyVersionHasWhatItsFeaturesNeed(GameVersion version, Namespace names) throws Exception {
    Names resolved = resolve(version, names);
    // What nobody knows a runtime name for is off, and nothing else.
    Set<String> unknown =
        names == Namespace.MOJANG || version.at() > 0 ? Set.of() : Set.of("block names");
    assertThat(resolved.off())
        .as(() -> resolved.missing().stream().map(row -> row.row().id()).toList().toString())
        .isEqualTo(unknown);
    try (URLClassLoader game = StubGames.loader(version, names, folder)) {
      assertThat(NameSpace.of(game).name()).isEqualTo(names.name());
    }
  }

  @Test
  void theTableThatIsShippedHoldsTheEvidence() throws Exception {
    Path fresh = StubGame.intermediaryTable(folder.resolve("fresh.tiny"));
    try (var in = Mappings.class.getResourceAsStream("intermediary.tiny")) {
      assertThat(in.readAllBytes()).isEqualTo(Files.readAllBytes(fresh));
    }
  }

  @Test
  void everyIdIsThereOnceAndEveryCandidateReads() {
    List<NamesTable.Row> table = NamesTable.read();
    assertThat(table.stream().map(NamesTable.Row::id)).doesNotHaveDuplicates();
    assertThat(table).allSatisfy(row -> assertThat(row.candidates()).isNotEmpty());
    Map<String, Long> features =
        table.stream()
            .collect(Collectors.groupingBy(NamesTable.Row::feature, Collectors.counting()));
    assertThat(features).containsKeys("ticks", "entities", "commands", "players");
  }

  @Test
  void aTableThatMatchesHalfwaySwitchesOffWhatItDoesNotKnow() throws Exception {
    GameVersion version = GameVersion.named("1.20.6");
    Path tiny = StubGames.stub(version).tiny(folder.resolve("whole.tiny"));
    String half =
        Files.readAllLines(tiny).stream()
            .filter(
                line -> !line.contains("\tgetDeltaMovement\t") && !line.contains("\tgetHealth\t"))
            .collect(Collectors.joining("\n", "", "\n"));
    Names names =
        Names.resolve(
            StubGames.loader(version, Namespace.INTERMEDIARY, folder),
            Mappings.read(new StringReader(half)),
            NamesTable.read());
    assertThat(names.off()).containsExactly("entities", "health");
    assertThat(names.missing())
        .extracting(row -> row.row().id())
        .containsExactly("entity.velocity", "living.health");
    assertThat(names.missing().get(0).problem())
        .contains("no method getDeltaMovement in net.minecraft.class_1297");
    assertThat(names.has("commands")).isTrue();
  }

  @Test
  void aVersionNobodyKnowsKeepsWhatItStillHas() throws Exception {
    GameVersion version = GameVersion.named("26.2");
    Path jar = folder.resolve("future.jar");
    StubGame.withChanges(
            version, List.of("rename Entity position place", "drop MinecraftServer getPlayerList"))
        .jar(Namespace.MOJANG, jar);
    try (URLClassLoader game =
        new URLClassLoader(
            new java.net.URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
      Names names = Names.resolve(game, Mappings.NONE, NamesTable.read());
      assertThat(names.off()).containsExactly("entities", "players");
      MinecraftHost host = new MinecraftHost(StubGames.server(game), names, Map.of());
      assertThatThrownBy(host::players).hasMessageContaining("players is off");
      assertThat(host.command("say hi").ok).isTrue();
    }
  }

  @Test
  void forgesTablesThatAreNotThereAreNamed() {
    assertThatThrownBy(() -> Mappings.forge(folder.resolve("nowhere")))
        .hasMessageContaining("-mappings.txt")
        .hasMessageContaining("nowhere");
  }
}
