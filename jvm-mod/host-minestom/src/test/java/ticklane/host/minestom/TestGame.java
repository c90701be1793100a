package ticklane.host.minestom;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.minestom.server.MinecraftServer;
import net.minestom.server.coordinate.Vec;
import net.minestom.server.event.Event;
import net.minestom.server.event.EventNode;
import ticklane.core.EventKind;
import ticklane.core.EventQueue;
import ticklane.core.NameTable;
import ticklane.core.SpawnRequest;
import ticklane.host.minestom.entity.Body;
import ticklane.host.minestom.world.WorldKind;

/**
 * A world on the one Minestom process of the test JVM, ticked by the test itself, with every event
 * kept.
 */
final class TestGame {
  private static final class Shared {
    static final MinestomProcess PROCESS = boot();

    private static MinestomProcess boot() {
      MinestomProcess.setFlags();
      return MinestomProcess.boot(0);
    }
  }

  record Row(
      long tick,
      EventKind kind,
      int order,
      int id,
      int type,
      int a,
      int b,
      int c,
      int text,
      Vec pos,
      Vec v1,
      Vec v2,
      double value) {}

  private static EventNode<Event> door;

  final Game game;
  final MinestomHost host;
  final EventQueue queue = new EventQueue();
  final List<Row> events = new ArrayList<>();
  final List<String> texts = new ArrayList<>();
  private final ByteBuffer rows =
      ByteBuffer.allocateDirect(EventQueue.CAPACITY * EventQueue.ROW_BYTES)
          .order(ByteOrder.nativeOrder());

  TestGame(WorldKind kind, long seed) {
    game = new Game(Shared.PROCESS, kind, seed);
    host = new MinestomHost(game, "test");
    listen();
  }

  static TestGame flat() {
    return new TestGame(WorldKind.FLAT, 1);
  }

  static TestGame empty() {
    return new TestGame(WorldKind.VOID, 1);
  }

  static int port() {
    return Shared.PROCESS.port();
  }

  void listen() {
    int all = 0;
    for (EventKind kind : EventKind.values()) {
      all |= kind.bit();
    }
    host.subscribe(all, queue);
  }

  /** Lets real clients into this world, and into no other from now on. */
  void openToPlayers() {
    if (door != null) {
      MinecraftServer.getGlobalEventHandler().removeChild(door);
    }
    door = EventNode.all("door");
    MinecraftServer.getGlobalEventHandler().addChild(door);
    new Players(game).listen(door);
  }

  void ticks(int n) {
    for (int i = 0; i < n; i++) {
      game.tick();
      drain();
    }
  }

  void drain() {
    int n = queue.drainTo(rows);
    EventKind[] kinds = EventKind.values();
    for (int i = 0; i < n; i++) {
      int at = i * EventQueue.ROW_BYTES;
      int text = rows.getInt(at + 28);
      if (text >= 0) {
        texts.add(queue.text(text));
      }
      events.add(
          new Row(
              host.tick(),
              kinds[rows.getInt(at)],
              rows.getInt(at + 4),
              rows.getInt(at + 8),
              rows.getInt(at + 12),
              rows.getInt(at + 16),
              rows.getInt(at + 20),
              rows.getInt(at + 24),
              text,
              vector(at + 32),
              vector(at + 56),
              vector(at + 80),
              rows.getDouble(at + 104)));
    }
  }

  /** What happened so far isn't of interest. */
  void forget() {
    drain();
    events.clear();
  }

  private Vec vector(int at) {
    return new Vec(rows.getDouble(at), rows.getDouble(at + 8), rows.getDouble(at + 16));
  }

  List<Row> events(EventKind kind) {
    return events.stream().filter(row -> row.kind() == kind).toList();
  }

  /** How entities that are gone went, by id. */
  Map<Integer, String> causes() {
    Map<Integer, String> causes = new java.util.HashMap<>();
    events(EventKind.ENTITY_REMOVE)
        .forEach(row -> causes.put(row.id(), host.name(NameTable.CAUSE, row.c())));
    return causes;
  }

  /** What events and the table call it. */
  static int id(Body body) {
    return body.number();
  }

  Body body(int id) {
    return (Body) game.population().get(id);
  }

  int block(String state) {
    return host.code(NameTable.BLOCK_STATE, state);
  }

  Body spawn(String type, double x, double y, double z) {
    return body(host.spawn(at(type, x, y, z)));
  }

  Body spawn(String type, double x, double y, double z, double vx, double vy, double vz) {
    return body(
        host.spawn(
            new SpawnRequest(
                type,
                x,
                y,
                z,
                vx,
                vy,
                vz,
                0,
                0,
                "",
                -1,
                "",
                type.equals("item") ? "diamond" : "",
                -1,
                "")));
  }

  Body tnt(double x, double y, double z, int fuse) {
    return body(
        host.spawn(new SpawnRequest("tnt", x, y, z, 0, 0, 0, 0, 0, "", fuse, "", "", -1, "")));
  }

  Body sand(double x, double y, double z) {
    return body(
        host.spawn(
            new SpawnRequest("falling_block", x, y, z, 0, 0, 0, 0, 0, "", -1, "sand", "", -1, "")));
  }

  Body item(String item, int count, double x, double y, double z) {
    return body(
        host.spawn(new SpawnRequest("item", x, y, z, 0, 0, 0, 0, 0, "", -1, "", item, count, "")));
  }

  static SpawnRequest at(String type, double x, double y, double z) {
    String item = type.equals("item") ? "diamond" : "";
    return new SpawnRequest(type, x, y, z, 0, 0, 0, 0, 0, "", -1, "", item, -1, "");
  }

  static SpawnRequest withNbt(String type, String nbt) {
    return new SpawnRequest(type, 0, 100, 0, 0, 0, 0, 0, 0, "", -1, "", "", -1, nbt);
  }
}
