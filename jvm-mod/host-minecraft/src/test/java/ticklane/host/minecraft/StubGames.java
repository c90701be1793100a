package ticklane.host.minecraft;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import ticklane.stub.GameVersion;
import ticklane.stub.Namespace;
import ticklane.stub.StubGame;

/** Stand-ins for the game, each in a loader of its own as a real one is. */
final class StubGames {
  private static final Map<GameVersion, StubGame> MADE = new ConcurrentHashMap<>();

  private StubGames() {}

  static StubGame stub(GameVersion version) {
    return MADE.computeIfAbsent(version, StubGame::of);
  }

  /** The game under those names; its jar goes into the folder. */
  static URLClassLoader loader(GameVersion version, Namespace names, Path folder) {
    try {
      Path jar = folder.resolve("stub-" + version.name() + "-" + names + ".jar");
      if (!Files.exists(jar)) {
        stub(version).jar(names, jar);
      }
      URL[] urls = {jar.toUri().toURL()};
      return new URLClassLoader("game", urls, ClassLoader.getPlatformClassLoader());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The table that such a game's loader would have ready, in files or in ours. */
  static Mappings mappings(GameVersion version, Namespace names, Path folder) throws IOException {
    return switch (names) {
      case MOJANG -> Mappings.NONE;
      case INTERMEDIARY -> Mappings.intermediary();
      case SRG -> {
        Path libraries = Files.createDirectories(folder.resolve("libraries/net/minecraft"));
        stub(version)
            .forgeTables(
                libraries.resolve("server-1.18.2-mappings.txt"),
                libraries.resolve("mcp_config-1.18.2-mappings-merged.txt"));
        yield Mappings.forge(folder.resolve("libraries"));
      }
    };
  }

  /** A server with its levels, which ticks when told to. */
  static Object server(ClassLoader game) throws ReflectiveOperationException {
    Object server =
        game.loadClass("net.minecraft.server.dedicated.DedicatedServer")
            .getDeclaredConstructor()
            .newInstance();
    server.getClass().getMethod("stubOpen").invoke(server);
    return server;
  }

  static void tick(Object server) throws ReflectiveOperationException {
    server.getClass().getMethod("stubTick").invoke(server);
  }
}
