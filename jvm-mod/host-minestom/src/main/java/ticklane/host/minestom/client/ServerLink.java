package ticklane.host.minestom.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.zip.DataFormatException;
import net.kyori.adventure.text.serializer.plain.PlainTextComponentSerializer;
import net.minestom.server.MinecraftServer;
import net.minestom.server.network.ConnectionState;
import net.minestom.server.network.NetworkBuffer;
import net.minestom.server.network.packet.PacketReading;
import net.minestom.server.network.packet.PacketVanilla;
import net.minestom.server.network.packet.PacketWriting;
import net.minestom.server.network.packet.client.ClientPacket;
import net.minestom.server.network.packet.client.common.ClientKeepAlivePacket;
import net.minestom.server.network.packet.client.common.ClientSettingsPacket;
import net.minestom.server.network.packet.client.configuration.ClientFinishConfigurationPacket;
import net.minestom.server.network.packet.client.configuration.ClientSelectKnownPacksPacket;
import net.minestom.server.network.packet.client.handshake.ClientHandshakePacket;
import net.minestom.server.network.packet.client.login.ClientLoginAcknowledgedPacket;
import net.minestom.server.network.packet.client.login.ClientLoginStartPacket;
import net.minestom.server.network.packet.client.play.ClientChunkBatchReceivedPacket;
import net.minestom.server.network.packet.client.play.ClientPlayerLoadedPacket;
import net.minestom.server.network.packet.server.ServerPacket;
import net.minestom.server.network.packet.server.common.DisconnectPacket;
import net.minestom.server.network.packet.server.common.KeepAlivePacket;
import net.minestom.server.network.packet.server.configuration.FinishConfigurationPacket;
import net.minestom.server.network.packet.server.configuration.SelectKnownPacksPacket;
import net.minestom.server.network.packet.server.login.LoginSuccessPacket;
import net.minestom.server.network.packet.server.login.SetCompressionPacket;
import net.minestom.server.network.packet.server.play.ChunkBatchFinishedPacket;
import net.minestom.server.network.packet.server.play.JoinGamePacket;
import net.minestom.server.network.player.ClientSettings;

/**
 * A client's connection to the server, over a real socket. What only keeps it alive is answered on
 * the reading thread; what changes the client's world waits for its next tick, as in the game.
 */
final class ServerLink implements AutoCloseable {
  /** Packets that may wait for the client's tick: minutes of a busy world. */
  private static final int MOST_WAITING = 1 << 18;

  /** Chunks a tick the client says it can take; the game's own first guess is 9. */
  private static final float CHUNKS_PER_TICK = 64;

  private final SocketChannel channel;
  private final NetworkBuffer in =
      NetworkBuffer.resizableBuffer(1 << 18, MinecraftServer.process());
  private final NetworkBuffer out =
      NetworkBuffer.resizableBuffer(1 << 16, MinecraftServer.process()); // guarded by this
  private final ConcurrentLinkedQueue<ServerPacket> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger count = new AtomicInteger();
  private final CountDownLatch joined = new CountDownLatch(1);
  private ConnectionState reads = ConnectionState.LOGIN;
  private ConnectionState writes = ConnectionState.HANDSHAKE; // guarded by this
  private boolean compressed; // written by the reading thread, guarded by this
  private int threshold; // guarded by this
  private final UUID uuid;
  private volatile String ended = "";

  /** Connects and begins to log in. */
  ServerLink(int port, String name) throws IOException {
    channel = SocketChannel.open(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    send(
        new ClientHandshakePacket(
            MinecraftServer.PROTOCOL_VERSION,
            "127.0.0.1",
            port,
            ClientHandshakePacket.Intent.LOGIN));
    synchronized (this) {
      writes = ConnectionState.LOGIN;
    }
    uuid = UUID.nameUUIDFromBytes(("OfflinePlayer:" + name).getBytes(StandardCharsets.UTF_8));
    send(new ClientLoginStartPacket(name, uuid));
    Thread reader = new Thread(this::read, "ticklane-client-reader");
    reader.setDaemon(true);
    reader.start();
  }

  /** Waits until the server has let the player into a world, at most so long. */
  boolean awaitJoined(long millis) throws InterruptedException {
    return joined.await(millis, TimeUnit.MILLISECONDS) && isOpen();
  }

  /** Of the player, as an offline server makes it from the name. */
  UUID uuid() {
    return uuid;
  }

  boolean isOpen() {
    return ended.isEmpty();
  }

  /** Why the connection is over, "" while it isn't. */
  String ended() {
    return ended;
  }

  /** Sends a packet; a connection that is over takes it and does nothing. Any thread. */
  synchronized void send(ClientPacket packet) {
    if (!isOpen()) {
      return;
    }
    try {
      out.clear();
      PacketWriting.writeFramedPacket(out, writes, packet, compressed ? threshold : 0);
      while (!out.writeChannel(channel)) {
        Thread.onSpinWait();
      }
      writes = PacketVanilla.nextClientState(packet, writes);
    } catch (IOException e) {
      end("the connection broke: " + e.getMessage());
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
        readOnce();
      }
    } catch (IOException e) {
      end("the server has closed the connection");
    } catch (DataFormatException | RuntimeException e) {
      end("a packet could not be read: " + e);
    }
  }

  private void readOnce() throws IOException, DataFormatException {
    in.readChannel(channel);
    while (in.readableBytes() > 0) {
      // One packet at a time: compression begins in the middle of the stream.
      switch (PacketReading.readServer(in, reads, compressed)) {
        case PacketReading.Result.Success<ServerPacket> success -> {
          var parsed = success.packets().getFirst();
          reads = parsed.nextState();
          take(parsed.packet());
        }
        case PacketReading.Result.Empty<ServerPacket> empty -> {
          in.compact();
          return;
        }
        case PacketReading.Result.Failure<ServerPacket> shortOf -> {
          in.compact();
          if (shortOf.requiredCapacity() > in.capacity()) {
            in.resize(shortOf.requiredCapacity());
          }
          return;
        }
      }
    }
    in.compact();
  }

  private void take(ServerPacket packet) {
    switch (packet) {
      case SetCompressionPacket compression -> {
        synchronized (this) {
          threshold = compression.threshold();
          compressed = true;
        }
      }
      case LoginSuccessPacket login -> {
        send(new ClientLoginAcknowledgedPacket());
        send(new ClientSettingsPacket(ClientSettings.DEFAULT));
      }
      case SelectKnownPacksPacket packs -> send(new ClientSelectKnownPacksPacket(packs.entries()));
      case FinishConfigurationPacket finish -> send(new ClientFinishConfigurationPacket());
      case KeepAlivePacket alive -> send(new ClientKeepAlivePacket(alive.id()));
      case ChunkBatchFinishedPacket batch ->
          send(new ClientChunkBatchReceivedPacket(CHUNKS_PER_TICK));
      case DisconnectPacket kicked ->
          end("kicked: " + PlainTextComponentSerializer.plainText().serialize(kicked.message()));
      case JoinGamePacket join -> {
        keep(packet);
        send(new ClientPlayerLoadedPacket());
        joined.countDown();
      }
      default -> {
        if (packet instanceof ServerPacket.Play) {
          keep(packet);
        }
      }
    }
  }

  private void keep(ServerPacket packet) {
    if (count.incrementAndGet() > MOST_WAITING) {
      end("the client takes in nothing any more: %,d packets wait".formatted(MOST_WAITING));
      return;
    }
    waiting.add(packet);
  }

  private synchronized void end(String why) {
    if (isOpen()) {
      ended = why;
    }
    joined.countDown();
    try {
      channel.close();
    } catch (IOException e) {
      ended = why + " (" + e.getMessage() + ")";
    }
  }

  @Override
  public void close() {
    end("closed");
  }
}
