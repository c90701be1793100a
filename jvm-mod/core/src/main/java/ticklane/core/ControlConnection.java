package ticklane.core;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client: a thread that reads requests and answers what can be answered at once, and a thread
 * that writes replies, so that a client that doesn't read holds up nobody else.
 */
final class ControlConnection implements ControlRequest.Replies {
  private static final Logger LOG = LoggerFactory.getLogger(ControlConnection.class);

  static final int MAX_IN_FLIGHT = 64;
  private static final long UNREAD_BYTES = 32L << 20;
  private static final byte[] EMPTY = new byte[0];

  private final Socket socket;
  private final Handler handler;
  private final long helloNanos;
  private final AtomicInteger inFlight = new AtomicInteger();
  private final Thread reader;
  private final Thread writer;

  // Guarded by replies.
  private final ArrayDeque<byte[]> replies = new ArrayDeque<>();
  private long unread;
  private boolean ending;
  private volatile boolean closed;

  /** What the server does with requests. Called on the connection's reader thread. */
  interface Handler {
    /**
     * Answers the first request.
     *
     * @throws ControlException the answer before the connection is closed
     */
    byte[] hello(RequestHeader header) throws ControlException;

    /** Answers the request, now or later. */
    void handle(ControlRequest request) throws ControlException;

    void closed(ControlConnection connection);
  }

  ControlConnection(Socket socket, String name, Handler handler, long helloNanos) {
    this.socket = socket;
    this.handler = handler;
    this.helloNanos = helloNanos;
    reader = new Thread(this::read, name + "-in");
    writer = new Thread(this::write, name + "-out");
    reader.setDaemon(true);
    writer.setDaemon(true);
  }

  void start() {
    // The writer first: joining a thread that hasn't started yet returns at once, and a refused
    // hello's answer is lost.
    writer.start();
    reader.start();
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  private void read() {
    try (socket) {
      socket.setTcpNoDelay(true);
      if (hello()) {
        socket.setSoTimeout(0);
        requests(new BufferedInputStream(socket.getInputStream(), 1 << 16));
      } else {
        finish(1_000);
      }
    } catch (SocketTimeoutException e) {
      LOG.warn("control connection closed: no hello within {} ms", helloNanos / 1_000_000);
    } catch (Frame.BadFrameException e) {
      LOG.warn("control connection closed: {}", e.getMessage());
    } catch (IOException e) {
      if (!closed) {
        LOG.debug("control connection closed: {}", e.toString());
      }
    } catch (RuntimeException e) {
      LOG.error("control connection closed", e);
    } finally {
      close();
      handler.closed(this);
    }
  }

  /** Reads the first request; false when it wasn't a good hello. */
  private boolean hello() throws IOException {
    Frame frame =
        Frame.read(
            new DeadlineInput(socket, System.nanoTime() + helloNanos),
            Frame.MAX_BYTES_BEFORE_HELLO);
    if (frame == null) {
      return false;
    }
    long id = -1;
    try {
      RequestHeader header = RequestHeader.parse(frame.header());
      id = header.whole("id", -1, 0, Long.MAX_VALUE);
      inFlight.incrementAndGet();
      answer(id, handler.hello(header));
      return true;
    } catch (ControlException e) {
      fail(id, e);
      return false;
    }
  }

  private void requests(InputStream in) throws IOException {
    for (Frame frame = Frame.read(in, Frame.MAX_BYTES);
        frame != null && !closed;
        frame = Frame.read(in, Frame.MAX_BYTES)) {
      long id = -1;
      inFlight.incrementAndGet();
      try {
        RequestHeader header = RequestHeader.parse(frame.header());
        id = header.whole("id", -1, 0, Long.MAX_VALUE);
        if (id < 0) {
          throw new ControlException(ControlException.BAD_REQUEST, "'id' is missing");
        }
        if (inFlight.get() > MAX_IN_FLIGHT) {
          throw new ControlException(
              ControlException.LIMIT,
              MAX_IN_FLIGHT + " requests of this connection wait for an answer already");
        }
        handle(new ControlRequest(this, id, header.required("verb"), header, frame.body()));
      } catch (ControlException e) {
        fail(id, e);
      }
    }
  }

  private void handle(ControlRequest request) {
    try {
      handler.handle(request);
    } catch (ControlException e) {
      request.fail(e);
    } catch (RuntimeException e) {
      LOG.error("control verb {}", request.verb, e);
      request.fail(new ControlException(ControlException.INTERNAL, e.toString()));
    }
  }

  @Override
  public void answer(long id, byte[] json) {
    JsonObject header = new JsonObject();
    header.addProperty("id", id);
    header.addProperty("ok", true);
    if (2 + 40 + json.length > Frame.MAX_BYTES) {
      fail(id, new ControlException(ControlException.LIMIT, "the answer is over 16 MiB"));
      return;
    }
    send(Frame.encode(header.toString(), json));
  }

  /** Answers with an error; {@code id} -1 when the request didn't give a readable one. */
  @Override
  public void fail(long id, ControlException error) {
    JsonObject reason = new JsonObject();
    reason.addProperty("type", error.type());
    String message = String.valueOf(error.getMessage());
    reason.addProperty(
        "message", message.length() > 8_000 ? message.substring(0, 8_000) + "…" : message);
    JsonObject header = new JsonObject();
    if (id < 0) {
      header.add("id", JsonNull.INSTANCE);
    } else {
      header.addProperty("id", id);
    }
    header.addProperty("ok", false);
    header.add("error", reason);
    send(Frame.encode(header.toString(), EMPTY));
  }

  private void send(byte[] reply) {
    inFlight.decrementAndGet();
    boolean full = false;
    synchronized (replies) {
      if (closed) {
        return;
      }
      replies.addLast(reply);
      unread += reply.length;
      full = unread > UNREAD_BYTES;
      replies.notifyAll();
    }
    if (full) {
      LOG.warn("control connection closed: the client doesn't read its answers");
      close();
    }
  }

  private void write() {
    try {
      OutputStream out = socket.getOutputStream();
      while (true) {
        byte[] reply;
        synchronized (replies) {
          while (replies.isEmpty() && !ending && !closed) {
            replies.wait();
          }
          if (closed || replies.isEmpty()) {
            break;
          }
          reply = replies.removeFirst();
          unread -= reply.length;
        }
        out.write(reply);
        out.flush();
      }
    } catch (IOException e) {
      LOG.debug("control connection: {}", e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      close();
    }
  }

  /** Sends what is queued, then closes; waits for that at most {@code millis}. */
  void finish(long millis) {
    synchronized (replies) {
      ending = true;
      replies.notifyAll();
    }
    try {
      writer.join(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    close();
  }

  void close() {
    synchronized (replies) {
      closed = true;
      replies.notifyAll();
    }
    try {
      socket.close();
    } catch (IOException e) {
      LOG.debug("closing a control connection: {}", e.toString());
    }
  }

  /** Bytes as they come, until a moment: a client that drips bytes can't hold a connection. */
  private static final class DeadlineInput extends InputStream {
    private final Socket socket;
    private final InputStream in;
    private final long deadline;

    DeadlineInput(Socket socket, long deadline) throws IOException {
      this.socket = socket;
      this.in = socket.getInputStream();
      this.deadline = deadline;
    }

    private void limit() throws IOException {
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        throw new SocketTimeoutException();
      }
      socket.setSoTimeout((int) left);
    }

    @Override
    public int read() throws IOException {
      limit();
      return in.read();
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      limit();
      return in.read(into, from, length);
    }
  }
}
