package ticklane.agent;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Loads the agent into the process it is called in, for a mod in a game that was started without:
 * the attach protocol over the JVM's own socket, so that a runtime without {@code jdk.attach} will
 * do. Linux and macOS.
 */
public final class SelfAttach {
  private static final long PATIENCE_MS = 5_000;
  private static final Pattern LOADED = Pattern.compile("return code: (\\d+)");

  private SelfAttach() {}

  /**
   * Attaches; the agent has started when this returns.
   *
   * @throws IOException saying why it can't be
   */
  public static void attach(Path agentJar, Path home) throws IOException {
    long pid = ProcessHandle.current().pid();
    boolean mac = System.getProperty("os.name").startsWith("Mac");
    Path folder = Path.of(mac ? System.getProperty("java.io.tmpdir") : "/tmp");
    Path socket = folder.resolve(".java_pid" + pid);
    if (!Files.exists(socket)) {
      listen(pid, socket);
    }
    String answer = send(socket, agentJar.toAbsolutePath() + "=" + home.toAbsolutePath());
    // First the protocol's own code, then what loading came to.
    Matcher loaded = LOADED.matcher(answer);
    if (!answer.startsWith("0") || (loaded.find() && !loaded.group(1).equals("0"))) {
      throw new IOException("the JVM doesn't load the agent: " + answer.strip());
    }
  }

  /** Asks the JVM to open its socket: a file says so, a signal makes it look. */
  private static void listen(long pid, Path socket) throws IOException {
    Path trigger = socket.resolveSibling(".attach_pid" + pid);
    Files.createFile(trigger);
    try {
      new ProcessBuilder("kill", "-QUIT", Long.toString(pid)).start().waitFor(2, TimeUnit.SECONDS);
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
      while (!Files.exists(socket)) {
        if (System.nanoTime() > end) {
          throw new IOException("the JVM opens no attach socket (is attaching switched off?)");
        }
        Thread.sleep(5);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      Files.deleteIfExists(trigger);
    }
  }

  private static String send(Path socket, String options) throws IOException {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket));
      String request = String.join("\0", "1", "load", "instrument", "false", options) + "\0";
      ByteBuffer out = ByteBuffer.wrap(request.getBytes(StandardCharsets.UTF_8));
      while (out.hasRemaining()) {
        channel.write(out);
      }
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      ByteBuffer in = ByteBuffer.allocate(512);
      while (channel.read(in) >= 0) {
        answer.write(in.array(), 0, in.position());
        in.clear();
      }
      return answer.toString(StandardCharsets.UTF_8);
    }
  }
}
