package ticklane.host.minecraft;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import ticklane.stub.GameVersion;
import ticklane.stub.Namespace;

class MinecraftHostTest {
  @TempDir private static Path folder;

  static Stream<Arguments> everyGame() {
    return NamesTest.everyGame();
  }

  @ParameterizedTest
  @MethodSource("everyGame")
  void aHostReadsAndChangesEveryGameTheSameWay(GameVersion version, Namespace names)
      throws Exception {
    List<URL> classPath = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      classPath.add(Path.of(entry).toUri().toURL());
    }
    List<String> seen;
    try (URLClassLoader own =
        new URLClassLoader(classPath.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      @SuppressWarnings("unchecked")
      Function<List<String>, List<String>> probe =
          (Function<List<String>, List<String>>)
              own.loadClass("ticklane.host.minecraft.HostProbe")
                  .asSubclass(Function.class)
                  .getDeclaredConstructor()
                  .newInstance();
      seen = probe.apply(List.of(version.name(), names.name(), folder.toString()));
    }
    List<String> wanted =
        new ArrayList<>(
            List.of(
                "players Ann creative",
                "spawned as minecraft:zombie",
                "event 2 at 0.0 64.0",
                "tick 2",
                "row [0.5, 64.0, 0.0, 0.25, 0.0, 0.0, 0.5, 64.0, 0.0, 1.5, 66.0, 1.0, 30.0, 10.0,"
                    + " 1.0, 2.0, 20.0] age 2",
                "row [5.0, 70.5, -3.0, 0.0, 0.5, 0.0, 5.0, 70.5, -3.0, 6.0, 72.5, -2.0, 90.0,"
                    + " 10.0, 1.0, 2.0, 20.0] age 3",
                "say true true 1 [Server] hi",
                "fail true false That did not work",
                "nonsense false",
                "removed 1",
                "left 1",
                "event 3 at 5.0 70.5",
                "block minecraft:air"));
    if (names == Namespace.MOJANG || version.at() > 0) {
      wanted.addAll(
          List.of("set minecraft:stone", "filled 8", "unknown -1", "nearest [minecraft:stone]"));
    }
    wanted.addAll(
        Stream.of(
                "unknown_name", "not_here", "bad_value", "unloaded", "unloaded", "not_here", "gone")
            .map(kind -> "refused " + kind)
            .toList());
    assertThat(seen).containsExactlyElementsOf(wanted);
  }
}
