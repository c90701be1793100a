package ticklane.core;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Accepts control connections on loopback, at an ephemeral port. */
final class ControlServer {
  private static final Logger LOG = LoggerFactory.getLogger(ControlServer.class);

  static final int MAX_CONNECTIONS = 64;
  static final long HELLO_NANOS = 5_000_000_000L;

  private final ServerSocket server;
  private final Thread acceptor;
  private final Set<ControlConnection> connections = ConcurrentHashMap.newKeySet();
  private final ControlConnection.Handler verbs;
  private final long helloNanos;
  private volatile boolean closing;

  ControlServer(ControlConnection.Handler verbs, long helloNanos) throws IOException {
    this.verbs = verbs;
    this.helloNanos = helloNanos;
    server = new ServerSocket();
    server.bind(
        new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0),
        MAX_CONNECTIONS);
    acceptor = new Thread(this::accept, "ticklane-control");
    acceptor.setDaemon(true);
  }

  void start() {
    acceptor.start();
  }

  int port() {
    return server.getLocalPort();
  }

  private void accept() {
    long number = 0;
    while (!closing) {
      try {
        Socket socket = server.accept();
        if (connections.size() >= MAX_CONNECTIONS) {
          LOG.warn("control connection refused: there are {} already", connections.size());
          socket.close();
          continue;
        }
        begin(
            new ControlConnection(socket, "ticklane-control-" + number++, new Entry(), helloNanos));
      } catch (IOException e) {
        if (!closing) {
          LOG.error("control server: accepting failed", e);
          pause();
        }
      } catch (OutOfMemoryError e) {
        LOG.error("control server: no thread for a connection", e);
        pause();
      }
    }
  }

  private void begin(ControlConnection connection) {
    connections.add(connection);
    boolean started = false;
    try {
      connection.start();
      started = true;
    } finally {
      if (!started) { // no thread to be had: without one nobody would take it out again
        connections.remove(connection);
        connection.close();
      }
    }
  }

  /** A failure of accept that repeats, as when no file handles are left, must not spin. */
  private static void pause() {
    try {
      Thread.sleep(100);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The verbs, and leaving the set of connections at the end. */
  private final class Entry implements ControlConnection.Handler {
    @Override
    public byte[] hello(RequestHeader header) throws ControlException {
      return verbs.hello(header);
    }

    @Override
    public void handle(ControlRequest request) throws ControlException {
      verbs.handle(request);
    }

    @Override
    public void closed(ControlConnection connection) {
      connections.remove(connection);
      verbs.closed(connection);
    }
  }

  /** Takes no more connections; those there are get what is queued for them. */
  void close(long millis) {
    closing = true;
    try {
      server.close();
    } catch (IOException e) {
      LOG.warn("closing the control server: {}", e.toString());
    }
    long deadline = System.nanoTime() + millis * 1_000_000;
    for (ControlConnection connection : connections) {
      connection.finish(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
    }
  }
}
