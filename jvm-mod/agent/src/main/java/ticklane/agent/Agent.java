package ticklane.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.jar.JarFile;

/**
 * Where the JVM comes in. The jar is made known to the bootstrap loader first and the work is done
 * by its copy there: game loaders refuse what is on the class path, and see that.
 */
public final class Agent {
  private Agent() {}

  /** With {@code -javaagent:ticklane-agent.jar=HOME}. */
  public static void premain(String home, Instrumentation instrumentation) {
    start(home, instrumentation);
  }

  /** Attached to a game that runs. */
  public static void agentmain(String home, Instrumentation instrumentation) {
    start(home, instrumentation);
  }

  private static void start(String home, Instrumentation instrumentation) {
    try {
      Path jar = Path.of(Agent.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(jar.toFile()));
      Class.forName("ticklane.agent.Starter", true, null)
          .getMethod("start", String.class, Instrumentation.class)
          .invoke(null, home == null ? "" : home, instrumentation);
    } catch (InvocationTargetException e) {
      tell(e.getCause());
    } catch (IOException
        | URISyntaxException
        | ReflectiveOperationException
        | RuntimeException
        | LinkageError e) {
      tell(e);
    }
  }

  private static void tell(Throwable e) {
    System.err.println("[ticklane] is off, the game goes on without it: " + e);
  }
}
