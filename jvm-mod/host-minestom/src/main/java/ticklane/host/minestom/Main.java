package ticklane.host.minestom;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import ticklane.core.CoreOptions;

/** Starts the embedded host: {@code java … ticklane.host.minestom.Main launch.json}. */
public final class Main {
  private static final int BAD_USAGE = 2;
  private static final int FAILED = 1;

  /**
   * What scripts' ends may take together; one that is stuck in C would never let the process go.
   */
  private static final Duration GRACE = Duration.ofSeconds(3);

  private Main() {}

  public static void main(String[] args) throws InterruptedException {
    MinestomProcess.setFlags();
    JsonLogFormatter.install();
    Logger log = LoggerFactory.getLogger(Main.class);
    ServerLoop loop;
    try {
      loop = load(args);
    } catch (IllegalArgumentException | IOException e) {
      log.error(e.getMessage());
      System.exit(BAD_USAGE);
      return;
    }
    Thread hook = new Thread(() -> end(loop, log), "shutdown");
    Runtime.getRuntime().addShutdownHook(hook);
    loop.start();
    watchStdin(loop, log);
    loop.awaitStop();
    end(loop, log);
    System.exit(loop.hasFailed() ? FAILED : 0);
  }

  private static ServerLoop load(String[] args) throws IOException {
    if (args.length != 1) {
      throw new IllegalArgumentException("usage: ticklane.host.minestom.Main <launch.json>");
    }
    Path file = Path.of(args[0]);
    JsonElement launch;
    try {
      launch = JsonParser.parseString(Files.readString(file));
    } catch (JsonParseException e) {
      throw new IllegalArgumentException(file + " is not JSON: " + e.getMessage(), e);
    }
    if (!(launch instanceof JsonObject object)) {
      throw new IllegalArgumentException(file + " must hold one JSON object");
    }
    return new ServerLoop(LaunchConfig.read(object), CoreOptions.read(object, file));
  }

  /** The loop ends its scripts before the process goes; without it when it doesn't come back. */
  private static void end(ServerLoop loop, Logger log) {
    loop.stop();
    try {
      if (!loop.await(GRACE)) {
        log.error(
            "the server thread has not ended in {} s, the process ends without it",
            GRACE.toSeconds());
        loop.abandon();
        Runtime.getRuntime().halt(FAILED);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whoever started us holds our stdin: when it is gone, so are we. */
  private static void watchStdin(ServerLoop loop, Logger log) {
    Thread watcher =
        new Thread(
            () -> {
              try {
                while (System.in.read() >= 0) {
                  // Nothing is said there; only its end counts.
                }
              } catch (IOException e) {
                log.warn("stdin can't be read any more, stopping", e);
              }
              end(loop, log);
            },
            "stdin");
    watcher.setDaemon(true);
    watcher.start();
  }
}
