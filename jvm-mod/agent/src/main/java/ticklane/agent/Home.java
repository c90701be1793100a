package ticklane.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A folder with everything Ticklane needs beside the game: {@code lib/*.jar} and {@code
 * launch.json}. Its jars go into one loader whose parent is the platform, so that they meet neither
 * the game's libraries nor other mods'.
 */
final class Home {
  private static final String ENTRY = "ticklane.host.minecraft.Entry";

  private final Path folder;

  Home(Path folder) {
    this.folder = folder;
  }

  /**
   * Opens it and hands over what the other side needs: {@code home} (Path), {@code instrumentation}
   * and {@code woven} (a Supplier of what was woven).
   *
   * @throws IOException the folder isn't a home
   * @throws ReflectiveOperationException its jars don't hold our entry, or it failed
   */
  void open(Instrumentation instrumentation, Weaver weaver)
      throws IOException, ReflectiveOperationException {
    if (!Files.isRegularFile(folder.resolve("launch.json"))) {
      throw new IOException("there is no launch.json in " + folder);
    }
    URLClassLoader loader =
        new URLClassLoader("ticklane", jars(), ClassLoader.getPlatformClassLoader());
    Consumer<Map<String, Object>> entry = entry(loader);
    Supplier<Map<String, String>> woven = weaver::woven;
    entry.accept(Map.of("home", folder, "instrumentation", instrumentation, "woven", woven));
  }

  @SuppressWarnings({"rawtypes", "unchecked"})
  private static Consumer<Map<String, Object>> entry(ClassLoader loader)
      throws ReflectiveOperationException {
    Class<? extends Consumer> type = Class.forName(ENTRY, true, loader).asSubclass(Consumer.class);
    return type.getDeclaredConstructor().newInstance();
  }

  private URL[] jars() throws IOException {
    List<URL> urls = new ArrayList<>();
    Path lib = folder.resolve("lib");
    if (!Files.isDirectory(lib)) {
      throw new IOException("there is no lib in " + folder);
    }
    try (Stream<Path> files = Files.list(lib)) {
      for (Path jar : files.filter(file -> file.toString().endsWith(".jar")).sorted().toList()) {
        urls.add(jar.toUri().toURL());
      }
    }
    return urls.toArray(URL[]::new);
  }
}
