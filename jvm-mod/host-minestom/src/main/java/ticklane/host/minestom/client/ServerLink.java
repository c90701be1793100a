package ticklane.host.minestom.client;

import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.zip.DataFormatException;
import net.kyori.adventure.text.serializer.plain.PlainTextComponentSerializer;
import net.minestom.server.network.packet.client.ClientPacket;
import net.minestom.server.network.packet.server.ServerPacket;
import net.minestom.server.network.packet.server.common.DisconnectPacket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client's connection to the server, over a real socket. What only keeps it alive is answered on
 * the reading thread; what changes the client's world waits for its next tick, as in the game.
 */
final class ServerLink implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ServerLink.class);

  /** Packets that may wait for the client's tick: minutes of a busy world. */
  private static final int MOST_WAITING = 1 << 18;

  private final PacketStream stream;
  private final ConcurrentLinkedQueue<ServerPacket> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger count = new AtomicInteger();
  private volatile String ended = "";

  /** Connects and begins to log in. */
  ServerLink(int port, String name) throws IOException {
    stream = new PacketStream(port, name);
    Thread reader = new Thread(this::read, "ticklane-client-reader");
    reader.setDaemon(true);
    reader.start();
  }

  UUID uuid() {
    return stream.uuid();
  }

  boolean isOpen() {
    return ended.isEmpty();
  }

  /** Why the connection is over, "" while it isn't. */
  String ended() {
    return ended;
  }

  /** Sends a packet; a connection that is over takes it and does nothing. Any thread. */
  void send(ClientPacket packet) {
    if (!isOpen()) {
      return;
    }
    try {
      stream.send(packet);
    } catch (IOException e) {
      // What the server has said last, why it hangs up, may be unread yet: the reader ends it.
      LOG.debug("nothing can be sent any more: {}", e.getMessage());
    }
  }

  /** Hands over what has come since the last call, in order. One thread. */
  void drain(Consumer<ServerPacket> taker) {
    for (ServerPacket packet = waiting.poll(); packet != null; packet = waiting.poll()) {
      count.decrementAndGet();
      taker.accept(packet);
    }
  }

  private void read() {
    try {
      while (isOpen()) {
        stream.read(this::take);
      }
    } catch (IOException e) {
      end("the server has closed the connection");
    } catch (DataFormatException | RuntimeException e) {
      end("a packet could not be read: " + e);
    }
  }

  private void take(ServerPacket packet) {
    if (packet instanceof DisconnectPacket kicked) {
      end("kicked: " + PlainTextComponentSerializer.plainText().serialize(kicked.message()));
    } else if (packet instanceof ServerPacket.Play) {
      keep(packet);
    }
  }

  private void keep(ServerPacket packet) {
    if (count.incrementAndGet() > MOST_WAITING) {
      end("the client takes in nothing any more: %,d packets wait".formatted(MOST_WAITING));
      return;
    }
    waiting.add(packet);
  }

  /** The connection is over. Any thread. */
  synchronized void end(String why) {
    if (isOpen()) {
      ended = why;
    }
    try {
      stream.close();
    } catch (IOException e) {
      ended = why + " (" + e.getMessage() + ")";
    }
  }

  @Override
  public void close() {
    end("closed");
  }
}
