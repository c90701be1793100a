package ticklane.host.minestom.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.zip.DataFormatException;
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
import net.minestom.server.network.packet.server.common.KeepAlivePacket;
import net.minestom.server.network.packet.server.configuration.FinishConfigurationPacket;
import net.minestom.server.network.packet.server.configuration.SelectKnownPacksPacket;
import net.minestom.server.network.packet.server.login.LoginSuccessPacket;
import net.minestom.server.network.packet.server.login.SetCompressionPacket;
import net.minestom.server.network.packet.server.play.ChunkBatchFinishedPacket;
import net.minestom.server.network.packet.server.play.JoinGamePacket;
import net.minestom.server.network.player.ClientSettings;

/**
 * The client's end of the protocol on a loopback socket: logs in, answers what only keeps the
 * connection going, and hands every packet on. One thread reads; any may send.
 */
public final class PacketStream implements AutoCloseable {
  /** Chunks a tick the client says it can take; the game's own first guess is 9. */
  private static final float CHUNKS_PER_TICK = 64;

  private final SocketChannel channel;
  private final UUID uuid;
  private final NetworkBuffer in =
      NetworkBuffer.resizableBuffer(1 << 18, MinecraftServer.process());
  private final NetworkBuffer out =
      NetworkBuffer.resizableBuffer(1 << 16, MinecraftServer.process()); // guarded by this
  private ConnectionState reads = ConnectionState.LOGIN;
  private ConnectionState writes = ConnectionState.HANDSHAKE; // guarded by this
  private boolean compressed; // written by the reading thread, guarded by this
  private int threshold; // guarded by this

  /** Who gets the packets. */
  @FunctionalInterface
  public interface Taker {
    void take(ServerPacket packet) throws IOException;
  }

  /** Connects and begins to log in under a name, as to an offline server. */
  public PacketStream(int port, String name) throws IOException {
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
  }

  /** Of the player, as an offline server makes it from the name. */
  public UUID uuid() {
    return uuid;
  }

  public boolean isOpen() {
    return channel.isOpen();
  }

  /** Sends a packet. Any thread. */
  public synchronized void send(ClientPacket packet) throws IOException {
    out.clear();
    PacketWriting.writeFramedPacket(out, writes, packet, compressed ? threshold : 0);
    while (!out.writeChannel(channel)) {
      Thread.onSpinWait();
    }
    writes = PacketVanilla.nextClientState(packet, writes);
  }

  /** Waits for bytes and hands on the packets that are whole by then. */
  public void read(Taker taker) throws IOException, DataFormatException {
    in.readChannel(channel);
    while (in.readableBytes() > 0) {
      // One packet at a time: compression begins in the middle of the stream.
      switch (PacketReading.readServer(in, reads, compressed)) {
        case PacketReading.Result.Success<ServerPacket> success -> {
          var parsed = success.packets().getFirst();
          reads = parsed.nextState();
          answer(parsed.packet());
          taker.take(parsed.packet());
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

  private void answer(ServerPacket packet) throws IOException {
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
      case JoinGamePacket join -> send(new ClientPlayerLoadedPacket());
      default -> {}
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
