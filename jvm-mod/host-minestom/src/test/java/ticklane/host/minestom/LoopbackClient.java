package ticklane.host.minestom;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.DataFormatException;
import net.kyori.adventure.text.serializer.plain.PlainTextComponentSerializer;
import net.minestom.server.MinecraftServer;
import net.minestom.server.coordinate.Point;
import net.minestom.server.coordinate.Pos;
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
import net.minestom.server.network.packet.client.play.ClientChatMessagePacket;
import net.minestom.server.network.packet.client.play.ClientChunkBatchReceivedPacket;
import net.minestom.server.network.packet.client.play.ClientCommandChatPacket;
import net.minestom.server.network.packet.client.play.ClientPlayerLoadedPacket;
import net.minestom.server.network.packet.client.play.ClientPlayerPositionAndRotationPacket;
import net.minestom.server.network.packet.client.play.ClientTeleportConfirmPacket;
import net.minestom.server.network.packet.server.ServerPacket;
import net.minestom.server.network.packet.server.common.KeepAlivePacket;
import net.minestom.server.network.packet.server.configuration.FinishConfigurationPacket;
import net.minestom.server.network.packet.server.configuration.SelectKnownPacksPacket;
import net.minestom.server.network.packet.server.login.LoginSuccessPacket;
import net.minestom.server.network.packet.server.login.SetCompressionPacket;
import net.minestom.server.network.packet.server.play.BlockChangePacket;
import net.minestom.server.network.packet.server.play.ChunkBatchFinishedPacket;
import net.minestom.server.network.packet.server.play.ChunkDataPacket;
import net.minestom.server.network.packet.server.play.DestroyEntitiesPacket;
import net.minestom.server.network.packet.server.play.EntityPositionSyncPacket;
import net.minestom.server.network.packet.server.play.JoinGamePacket;
import net.minestom.server.network.packet.server.play.PlayerPositionAndLookPacket;
import net.minestom.server.network.packet.server.play.SpawnEntityPacket;
import net.minestom.server.network.packet.server.play.SystemChatPacket;
import net.minestom.server.network.player.ClientSettings;

/**
 * A Minecraft client on the wire: joins, answers what must be answered, remembers what it saw. As a
 * program ({@code java -cp … LoopbackClient.java PORT}) it says "joined" and stays until its stdin
 * ends.
 */
final class LoopbackClient implements AutoCloseable {
  final Map<Integer, SpawnEntityPacket> spawned = new ConcurrentHashMap<>();
  final Map<Integer, Point> places = new ConcurrentHashMap<>();
  final Map<Point, Integer> blocks = new ConcurrentHashMap<>();
  final List<Integer> destroyed = new CopyOnWriteArrayList<>();
  final List<String> chat = new CopyOnWriteArrayList<>();
  final AtomicInteger chunks = new AtomicInteger();
  volatile Pos position;
  volatile Throwable failure;

  private final SocketChannel channel;
  private final NetworkBuffer in =
      NetworkBuffer.resizableBuffer(1 << 18, MinecraftServer.process());
  private final NetworkBuffer out =
      NetworkBuffer.resizableBuffer(1 << 16, MinecraftServer.process());
  private ConnectionState reads = ConnectionState.LOGIN;
  private ConnectionState writes = ConnectionState.HANDSHAKE;
  private boolean compressed;
  private int threshold;

  LoopbackClient(int port, String name) throws IOException {
    channel = SocketChannel.open(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
    send(
        new ClientHandshakePacket(
            MinecraftServer.PROTOCOL_VERSION,
            "127.0.0.1",
            port,
            ClientHandshakePacket.Intent.LOGIN));
    writes = ConnectionState.LOGIN;
    UUID uuid = UUID.nameUUIDFromBytes(("OfflinePlayer:" + name).getBytes(StandardCharsets.UTF_8));
    send(new ClientLoginStartPacket(name, uuid));
    Thread reader = new Thread(this::read, "client " + name);
    reader.setDaemon(true);
    reader.start();
  }

  synchronized void send(ClientPacket packet) throws IOException {
    out.clear();
    PacketWriting.writeFramedPacket(out, writes, packet, compressed ? threshold : 0);
    while (!out.writeChannel(channel)) {
      Thread.onSpinWait();
    }
    writes = PacketVanilla.nextClientState(packet, writes);
  }

  void say(String text) throws IOException {
    send(
        new ClientChatMessagePacket(
            text, System.currentTimeMillis(), 0, null, 0, new BitSet(20), (byte) 0));
  }

  void command(String line) throws IOException {
    send(new ClientCommandChatPacket(line));
  }

  private void read() {
    try {
      while (channel.isOpen()) {
        readOnce();
      }
    } catch (IOException | DataFormatException | RuntimeException e) {
      if (channel.isOpen()) {
        failure = e;
      }
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
          handle(parsed.packet());
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

  private void handle(ServerPacket packet) throws IOException {
    switch (packet) {
      case SetCompressionPacket compression -> {
        threshold = compression.threshold();
        compressed = true;
      }
      case LoginSuccessPacket login -> {
        send(new ClientLoginAcknowledgedPacket());
        send(new ClientSettingsPacket(ClientSettings.DEFAULT));
      }
      case SelectKnownPacksPacket packs -> send(new ClientSelectKnownPacksPacket(packs.entries()));
      case FinishConfigurationPacket finish -> send(new ClientFinishConfigurationPacket());
      case KeepAlivePacket alive -> send(new ClientKeepAlivePacket(alive.id()));
      case JoinGamePacket join -> send(new ClientPlayerLoadedPacket());
      case PlayerPositionAndLookPacket look -> {
        position = look.position().asPos().withView(look.yaw(), look.pitch());
        send(new ClientTeleportConfirmPacket(look.teleportId()));
        send(new ClientPlayerPositionAndRotationPacket(position, true, false));
      }
      case ChunkBatchFinishedPacket batch -> send(new ClientChunkBatchReceivedPacket(64f));
      case ChunkDataPacket chunk -> chunks.incrementAndGet();
      case SpawnEntityPacket spawn -> spawned.put(spawn.entityId(), spawn);
      case EntityPositionSyncPacket sync -> places.put(sync.entityId(), sync.position());
      case DestroyEntitiesPacket gone -> destroyed.addAll(gone.entityIds());
      case BlockChangePacket change ->
          blocks.put(change.blockPosition().asVec(), change.blockStateId());
      case SystemChatPacket line ->
          chat.add(PlainTextComponentSerializer.plainText().serialize(line.message()));
      default -> {}
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    MinecraftServer.init();
    try (LoopbackClient client = new LoopbackClient(Integer.parseInt(args[0]), "Guest")) {
      while (client.failure == null && (client.position == null || client.chunks.get() == 0)) {
        Thread.sleep(10);
      }
      System.out.println(client.failure == null ? "joined" : "failed: " + client.failure);
      while (System.in.read() >= 0) {
        // Nothing is said there; only its end counts.
      }
      System.out.println("entities " + client.spawned.size());
    }
    System.exit(0);
  }
}
