package ticklane.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.Map;

/** The agent's work, in the bootstrap loader. Once a process. */
public final class Starter {
  private static Weaver weaver;

  private Starter() {}

  /**
   * Weaves, then opens the home. What goes wrong is one line; the game goes on.
   *
   * @param home the home folder; empty: only weave
   */
  public static synchronized void start(String home, Instrumentation instrumentation) {
    if (weaver != null) {
      System.err.println("[ticklane] is in this game already");
      return;
    }
    try {
      weaver = Weaver.install(instrumentation);
      if (!home.isEmpty()) {
        new Home(Path.of(home)).open(instrumentation, weaver);
      }
    } catch (IOException | ReflectiveOperationException | RuntimeException | LinkageError e) {
      stop();
      Throwable cause = e;
      while (cause.getCause() != null) {
        cause = cause.getCause();
      }
      System.err.println("[ticklane] is off, the game goes on without it: " + cause);
    }
  }

  /** Which hook was woven into which method; empty when nothing is. */
  public static synchronized Map<String, String> woven() {
    return weaver == null ? Map.of() : weaver.woven();
  }

  /** Gives the game its own code back. */
  public static synchronized void stop() {
    if (weaver != null) {
      weaver.remove();
      weaver = null;
    }
  }
}
