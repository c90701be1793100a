package ticklane.loader;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Starts Ticklane from a mod loader, once a process, whoever comes first. Where the agent is in the
 * game already there is nothing to do; else it is loaded now; where a runtime takes no agent, the
 * jars nested in this one are opened and the loader's own events are the ticks.
 *
 * <p>Whatever is wrong with Ticklane is one line on standard error: the game goes on.
 */
public final class Boot {
  private static final String STARTED = "ticklane.loader";
  private static final String HOME = "mc-agent/home";
  private static final String AGENT = "ticklane-agent.jar";
  private static final String ENTRY = "ticklane.host.minecraft.Entry";

  private final String loader;
  private final Path gameDir;
  private final ClassLoader game;

  private Boot(String loader, Path gameDir, ClassLoader game) {
    this.loader = loader;
    this.gameDir = gameDir;
    this.game = game;
  }

  /**
   * Throws nothing.
   *
   * @param loader who starts us: fabric, neoforge, forge, paper
   * @param game sees the game's classes
   */
  public static void start(String loader, ClassLoader game) {
    start(loader, Path.of("").toAbsolutePath(), game);
  }

  static void start(String loader, Path gameDir, ClassLoader game) {
    Object first = System.getProperties().putIfAbsent(STARTED, loader);
    if (first != null) {
      say("was started by " + first + " already, a second copy of its jar stays off: remove one");
      return;
    }
    try {
      new Boot(loader, gameDir, game).run();
    } catch (Throwable e) {
      Throwable cause = e;
      while (cause.getCause() != null) {
        cause = cause.getCause();
      }
      say(
          "is off, the game goes on without it: "
              + cause.toString().lines().findFirst().orElse(""));
    }
  }

  static void say(String text) {
    System.err.println("[ticklane] " + text);
  }

  private void run() throws IOException, ReflectiveOperationException {
    if (hasAgent()) {
      return;
    }
    Path home = gameDir.resolve(HOME);
    if (!Files.isRegularFile(home.resolve("launch.json"))) {
      say(
          "is off, as there is no "
              + HOME
              + " in the game's folder: run once: ticklane install \""
              + gameDir
              + "\"");
      return;
    }
    String why = attach(home);
    if (why.isEmpty()) {
      return;
    }
    say("runs by the server ticks of " + loader + " alone, as no agent loads: " + why);
    open(home);
  }

  /** The agent's classes are the bootstrap loader's. */
  private static boolean hasAgent() {
    try {
      Class.forName("ticklane.agent.Starter", false, null);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** Loads the agent into this process; says why it can't be, "" when it is loaded. */
  private static String attach(Path home) {
    if (ModuleLayer.boot().findModule("java.instrument").isEmpty()) {
      return "this Java has no module java.instrument";
    }
    Path jar = home.resolve(AGENT);
    if (!Files.isRegularFile(jar)) {
      return "there is no " + AGENT + " in " + home;
    }
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    try (URLClassLoader own = new URLClassLoader(new URL[] {jar.toUri().toURL()}, platform)) {
      Class.forName("ticklane.agent.SelfAttach", true, own)
          .getMethod("attach", Path.class, Path.class)
          .invoke(null, jar, home);
      return "";
    } catch (ReflectiveOperationException | IOException | LinkageError e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      return String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    }
  }

  /** Opens the nested jars, and the home's jep, in a loader that sees nothing of the game's. */
  @SuppressWarnings("unchecked")
  private void open(Path home) throws IOException, ReflectiveOperationException {
    URL[] jars = NestedJars.unpack(gameDir.resolve("mc-agent/nested"), home.resolve("lib"));
    URLClassLoader own = new URLClassLoader("ticklane", jars, ClassLoader.getPlatformClassLoader());
    Heart.beatFor(own);
    Object made = Class.forName(ENTRY, true, own).getDeclaredConstructor().newInstance();
    Consumer<Map<String, Object>> entry = (Consumer<Map<String, Object>>) made;
    Supplier<Map<String, String>> woven =
        () -> Map.of("serverTick", "by the " + loader + " loader");
    entry.accept(Map.of("home", home, "loader", loader, "game", game, "woven", woven));
  }
}
