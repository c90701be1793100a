package ticklane.stub;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/**
 * Starts a stand-in's server as a loader does: {@code StubLauncher JAR [HOME]}. The game is defined
 * by a loader of its own, which sees the platform and nothing of the class path, as Fabric's does.
 * With {@code stub.worlds} there is one server after the other, all but the last until the file
 * {@code stub.until} is there. With a home it does what a mod does in a game without the agent: it
 * attaches to itself.
 */
public final class StubLauncher {
  private StubLauncher() {}

  public static void main(String[] args) throws Exception {
    URL[] jar = {Path.of(args[0]).toUri().toURL()};
    int worlds = Integer.getInteger("stub.worlds", 1);
    try (URLClassLoader game =
        new URLClassLoader("game", jar, ClassLoader.getPlatformClassLoader())) {
      for (int world = 1; world <= worlds; world++) {
        if (world > 1 && world == worlds) {
          System.clearProperty("stub.until");
        }
        Thread server = serve(game);
        if (world == worlds) {
          watchStdin(server);
        }
        if (args.length > 1 && world == 1) {
          attach(Path.of(args[1]));
        }
        server.join();
      }
    }
  }

  private static Thread serve(ClassLoader game) throws ReflectiveOperationException {
    Runnable server =
        game.loadClass("net.minecraft.server.dedicated.DedicatedServer")
            .asSubclass(Runnable.class)
            .getDeclaredConstructor()
            .newInstance();
    Thread thread = new Thread(server, "Server thread");
    thread.setContextClassLoader(game);
    thread.start();
    System.out.println("stub server started");
    System.out.flush();
    return thread;
  }

  private static void attach(Path home) throws ReflectiveOperationException {
    Class.forName("ticklane.agent.SelfAttach")
        .getMethod("attach", Path.class, Path.class)
        .invoke(null, home.resolve("ticklane-agent.jar"), home);
  }

  /** Whoever started us holds our stdin: when it is gone, so is the server. */
  private static void watchStdin(Thread server) {
    Thread watcher =
        new Thread(
            () -> {
              try {
                while (System.in.read() >= 0) {
                  // Nothing is said there; only its end counts.
                }
              } catch (java.io.IOException e) {
                // As good as its end.
              }
              server.interrupt();
            },
            "stdin");
    watcher.setDaemon(true);
    watcher.start();
  }
}
