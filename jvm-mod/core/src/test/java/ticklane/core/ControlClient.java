package ticklane.core;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** The other end of the control protocol, by hand. */
final class ControlClient implements AutoCloseable {
  final Socket socket;
  private int next;

  /** A reply: header and body. */
  record Reply(JsonObject header, JsonObject body) {
    boolean ok() {
      return header.get("ok").getAsBoolean();
    }

    int id() {
      return header.get("id").getAsInt();
    }

    String error() {
      return header.getAsJsonObject("error").get("type").getAsString();
    }

    String message() {
      return header.getAsJsonObject("error").get("message").getAsString();
    }
  }

  ControlClient(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(30_000);
  }

  static ControlClient greeted(Core core) throws IOException {
    ControlClient client = new ControlClient(core.port());
    Reply hello =
        client.call("{\"verb\":\"hello\",\"token\":\"%s\",\"protocol\":1}".formatted(core.token()));
    if (!hello.ok()) {
      throw new IOException(hello.toString());
    }
    return client;
  }

  void raw(byte[] bytes) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(bytes);
    out.flush();
  }

  /** Sends a request under a new id, which is returned. */
  int send(String json, byte[] body) throws IOException {
    int id = next++;
    JsonObject header = StrictJson.object(json);
    header.addProperty("id", id);
    raw(Frame.encode(header.toString(), body));
    return id;
  }

  int send(String json) throws IOException {
    return send(json, new byte[0]);
  }

  /** The next reply, or null at the end of the stream. */
  Reply read() throws IOException {
    Frame frame = Frame.read(socket.getInputStream(), Frame.MAX_BYTES);
    if (frame == null) {
      return null;
    }
    JsonObject header = StrictJson.object(new String(frame.header(), StandardCharsets.UTF_8));
    JsonElement body =
        frame.body().length == 0
            ? new JsonObject()
            : StrictJson.parse(new String(frame.body(), StandardCharsets.UTF_8));
    return new Reply(header, body.getAsJsonObject());
  }

  Reply call(String json) throws IOException {
    return call(json, "");
  }

  Reply call(String json, String body) throws IOException {
    int id = send(json, body.getBytes(StandardCharsets.UTF_8));
    Reply reply = read();
    if (reply == null || reply.id() != id) {
      throw new IOException("not the reply to " + id + ": " + reply);
    }
    return reply;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
