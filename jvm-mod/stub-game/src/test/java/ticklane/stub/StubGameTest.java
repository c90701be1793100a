package ticklane.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class StubGameTest {
  @TempDir private Path folder;

  static Stream<Arguments> everyGame() {
    return GameVersion.ALL.stream()
        .flatMap(
            version ->
                Stream.of(Namespace.values())
                    .filter(names -> names.existsFor(version))
                    .map(names -> Arguments.of(version, names)));
  }

  @ParameterizedTest
  @MethodSource("everyGame")
  void everyClassLoadsLinksAndVerifies(GameVersion version, Namespace names) throws Exception {
    StubGame stub = StubGame.of(version);
    Path jar = stub.jar(names, folder.resolve("game.jar"));
    int members = 0;
    try (URLClassLoader game = loader(jar)) {
      for (Map.Entry<String, byte[]> entry : stub.classes(names).entrySet()) {
        Class<?> type = Class.forName(entry.getKey().replace('/', '.'), true, game);
        members += type.getDeclaredMethods().length + type.getDeclaredFields().length;
        boolean isOurs = entry.getKey().startsWith("ticklane/");
        assertThat(isOurs ? 61 : version.classFile()).isEqualTo(entry.getValue()[7]);
      }
    }
    assertThat(members).isGreaterThan(400);
  }

  @Test
  void eachNamespaceHasItsOwnNames() throws Exception {
    StubGame old = StubGame.of(GameVersion.named("1.18.2"));
    assertThat(old.classes(Namespace.MOJANG)).containsKey("net/minecraft/world/entity/Entity");
    assertThat(old.classes(Namespace.INTERMEDIARY))
        .containsKeys("net/minecraft/class_1297", "net/minecraft/server/MinecraftServer")
        .doesNotContainKey("net/minecraft/world/entity/Entity");
    try (URLClassLoader game = loader(old.jar(Namespace.SRG, folder.resolve("srg.jar")))) {
      Class<?> server = game.loadClass("net.minecraft.server.MinecraftServer");
      assertThat(server.getMethods())
          .extracting("name")
          .contains("m_5705_")
          .doesNotContain("tickServer");
    }
    assertThat(StubGame.of(GameVersion.named("1.21.11")).classes(Namespace.MOJANG))
        .containsKey("net/minecraft/resources/Identifier")
        .doesNotContainKey("net/minecraft/resources/ResourceLocation");
  }

  @Test
  void aServerTicksItsLevelsAndTheirEntitiesMove() throws Exception {
    Path jar =
        StubGame.of(GameVersion.named("1.21.8")).jar(Namespace.MOJANG, folder.resolve("a.jar"));
    try (URLClassLoader game = loader(jar)) {
      Object server =
          game.loadClass("net.minecraft.server.dedicated.DedicatedServer")
              .getDeclaredConstructor()
              .newInstance();
      server.getClass().getMethod("stubOpen").invoke(server);
      Object level = server.getClass().getMethod("overworld").invoke(server);
      Class<?> entity = game.loadClass("net.minecraft.world.entity.Entity");
      Object player =
          ((Iterable<?>) level.getClass().getMethod("getAllEntities").invoke(level))
              .iterator()
              .next();
      entity
          .getMethod("setDeltaMovement", double.class, double.class, double.class)
          .invoke(player, 0.5, 0, 0);
      server.getClass().getMethod("stubTick").invoke(server);
      assertThat(entity.getMethod("getX").invoke(player)).isEqualTo(0.5);
      assertThat(server.getClass().getMethod("getTickCount").invoke(server)).isEqualTo(1);
      server.getClass().getMethod("stubPause", boolean.class).invoke(server, true);
      server.getClass().getMethod("stubTick").invoke(server);
      assertThat(server.getClass().getMethod("getTickCount").invoke(server)).isEqualTo(1);
    }
  }

  @Test
  void anOverlayLineThatMatchesNothingIsAnError() {
    List<String> lines = new ArrayList<>(Evidence.lines("overlay.txt"));
    GameVersion version = GameVersion.named("1.20.6");
    lines.add("body Entity getNothing 0 : this");
    assertThatThrownBy(() -> StubGame.of(version, lines))
        .hasMessageContaining("overlay line " + lines.size())
        .hasMessageContaining("1.20.6")
        .hasMessageContaining("matches nothing");
    lines.set(lines.size() - 1, "@1.21.3.. body Entity getNothing 0 : this");
    assertThat(StubGame.of(version, lines)).isNotNull();
    lines.set(lines.size() - 1, "method Entity position ()LVec3; public");
    assertThatThrownBy(() -> StubGame.of(version, lines)).hasMessageContaining("evidence has it");
  }

  @Test
  void theLauncherRunsAServerToItsEnd() throws Exception {
    Path jar =
        StubGame.of(GameVersion.named("1.18.2"))
            .jar(Namespace.INTERMEDIARY, folder.resolve("b.jar"));
    Process process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Dstub.ticks=3",
                "-Dstub.tick_ms=1",
                "-cp",
                System.getProperty("java.class.path"),
                "ticklane.stub.StubLauncher",
                jar.toString())
            .redirectErrorStream(true)
            .start();
    String said =
        new String(
            process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
    assertThat(said).contains("stub server started");
  }

  @Test
  void tablesAreWrittenForThoseWhoNeedOne() throws Exception {
    StubJars.main(new String[] {folder.toString(), "1.18.2", "26.2"});
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "stub-1.18.2-mojang.jar",
              "stub-1.18.2-intermediary.jar",
              "stub-1.18.2-srg.jar",
              "mappings-1.18.2.tiny",
              "server-1.18.2-mappings.txt",
              "mcp_config-1.18.2-mappings-merged.txt",
              "stub-26.2-mojang.jar");
    }
    assertThat(folder.resolve("mappings-1.18.2.tiny"))
        .content()
        .startsWith("tiny\t2\t0\tmojang\tintermediary");
  }

  private static URLClassLoader loader(Path jar) {
    try {
      return new URLClassLoader(
          new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
