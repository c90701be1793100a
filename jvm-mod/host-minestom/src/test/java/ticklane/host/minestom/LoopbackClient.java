package ticklane.host.minestom;

import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.DataFormatException;
import net.kyori.adventure.text.serializer.plain.PlainTextComponentSerializer;
import net.minestom.server.MinecraftServer;
import net.minestom.server.coordinate.Point;
import net.minestom.server.coordinate.Pos;
import net.minestom.server.network.packet.client.ClientPacket;
import net.minestom.server.network.packet.client.play.ClientChatMessagePacket;
import net.minestom.server.network.packet.client.play.ClientCommandChatPacket;
import net.minestom.server.network.packet.client.play.ClientPlayerPositionAndRotationPacket;
import net.minestom.server.network.packet.client.play.ClientTeleportConfirmPacket;
import net.minestom.server.network.packet.server.ServerPacket;
import net.minestom.server.network.packet.server.play.BlockChangePacket;
import net.minestom.server.network.packet.server.play.ChunkDataPacket;
import net.minestom.server.network.packet.server.play.DestroyEntitiesPacket;
import net.minestom.server.network.packet.server.play.EntityPositionSyncPacket;
import net.minestom.server.network.packet.server.play.PlayerPositionAndLookPacket;
import net.minestom.server.network.packet.server.play.SpawnEntityPacket;
import net.minestom.server.network.packet.server.play.SystemChatPacket;
import ticklane.host.minestom.client.PacketStream;

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

  private final PacketStream stream;

  LoopbackClient(int port, String name) throws IOException {
    stream = new PacketStream(port, name);
    Thread reader = new Thread(this::read, "client " + name);
    reader.setDaemon(true);
    reader.start();
  }

  void send(ClientPacket packet) throws IOException {
    stream.send(packet);
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
      while (stream.isOpen()) {
        stream.read(this::handle);
      }
    } catch (IOException | DataFormatException | RuntimeException e) {
      if (stream.isOpen()) {
        failure = e;
      }
    }
  }

  private void handle(ServerPacket packet) throws IOException {
    switch (packet) {
      case PlayerPositionAndLookPacket look -> {
        position = look.position().asPos().withView(look.yaw(), look.pitch());
        send(new ClientTeleportConfirmPacket(look.teleportId()));
        send(new ClientPlayerPositionAndRotationPacket(position, true, false));
      }
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
    stream.close();
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
