package ticklane.host.minecraft;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import ticklane.core.CommandResult;
import ticklane.core.EntityColumns;
import ticklane.core.EventKind;
import ticklane.core.EventQueue;
import ticklane.core.HostException;
import ticklane.core.Modification;
import ticklane.core.NameTable;
import ticklane.core.SpawnRequest;
import ticklane.stub.GameVersion;
import ticklane.stub.Namespace;

/**
 * Plays with a host on one game and tells what it saw, as text: it runs in a loader of its own, as
 * what is read of entities is constant for a process.
 */
public final class HostProbe implements Function<List<String>, List<String>> {
  private final List<String> seen = new ArrayList<>();

  @Override
  public List<String> apply(List<String> asked) {
    try {
      play(GameVersion.named(asked.get(0)), Namespace.valueOf(asked.get(1)), Path.of(asked.get(2)));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return seen;
  }

  private void see(String what, Object value) {
    seen.add(what + " " + value);
  }

  private void play(GameVersion version, Namespace namespace, Path folder) throws Exception {
    ClassLoader game = StubGames.loader(version, namespace, folder);
    Names names =
        Names.resolve(game, StubGames.mappings(version, namespace, folder), NamesTable.read());
    Object server = StubGames.server(game);
    MinecraftHost host = new MinecraftHost(server, names, Map.of("minecraft", version.name()));
    EventQueue queue = new EventQueue();
    host.subscribe(
        EventKind.ENTITY_SPAWN.bit() | EventKind.ENTITY_REMOVE.bit() | EventKind.PLAYER_JOIN.bit(),
        queue);
    see("players", host.players().get(0).name() + " " + host.players().get(0).gameMode());
    int id = host.spawn(zombie(0, 64, 0, 0.25));
    see("spawned as", host.name(NameTable.ENTITY_TYPE, host.code(NameTable.ENTITY_TYPE, "zombie")));
    host.look();
    seeEvents(queue);
    StubGames.tick(server);
    StubGames.tick(server);
    see("tick", host.tick());
    seeRow(host, id);
    modify(host, id);
    StubGames.tick(server);
    seeRow(host, id);
    CommandResult said = host.command("say hi");
    see("say", said.understood + " " + said.ok + " " + said.count + " " + said.text);
    CommandResult failed = host.command("fail");
    see("fail", failed.understood + " " + failed.ok + " " + failed.text);
    see("nonsense", host.command("nonsense").understood);
    ByteBuffer ids = ByteBuffer.allocate(8).order(ByteOrder.nativeOrder()).putLong(0, id);
    host.look();
    see("removed", host.remove(ids, 1));
    StubGames.tick(server);
    see("left", rows(host).size());
    host.look();
    seeEvents(queue);
    blocks(host, names);
    refusals(host);
  }

  private void seeEvents(EventQueue queue) {
    ByteBuffer out =
        ByteBuffer.allocateDirect(EventQueue.CAPACITY * EventQueue.ROW_BYTES)
            .order(ByteOrder.nativeOrder());
    int n = queue.drainTo(out);
    for (int row = 0; row < n; row++) {
      int at = row * EventQueue.ROW_BYTES;
      see("event", out.getInt(at) + " at " + out.getDouble(at + 32) + " " + out.getDouble(at + 40));
    }
  }

  private static SpawnRequest zombie(double x, double y, double z, double vx) {
    return new SpawnRequest("zombie", x, y, z, vx, 0, 0, 30, 10, "", -1, "", "", -1, "");
  }

  private void modify(MinecraftHost host, int id) {
    ByteBuffer row = ByteBuffer.allocate(Modification.ROW_BYTES).order(ByteOrder.nativeOrder());
    row.putLong(0, id);
    row.putDouble(8, 5).putDouble(16, 70).putDouble(24, -3).putDouble(40, 0.5);
    row.putDouble(56, 90);
    host.modify(row, 1, Modification.POSITION | Modification.VELOCITY | Modification.YAW);
  }

  private static EntityColumns rows(MinecraftHost host) {
    EntityColumns columns = new EntityColumns();
    host.fill(columns);
    return columns;
  }

  private void seeRow(MinecraftHost host, int id) {
    EntityColumns columns = rows(host);
    int n = columns.size();
    ByteBuffer buffer = columns.buffer();
    for (int row = 0; row < n; row++) {
      if (buffer.getLong(8 * (17 * n + row)) == id) {
        List<Double> numbers = new ArrayList<>();
        for (int column = 0; column < 4; column++) {
          for (int axis = 0; axis < 3; axis++) {
            numbers.add(buffer.getDouble(8 * (3 * n * column + 3 * row + axis)));
          }
        }
        for (int column = 12; column < 17; column++) {
          numbers.add(buffer.getDouble(8 * (column * n + row)));
        }
        see("row", numbers + " age " + buffer.getLong(8 * (18 * n + row)));
      }
    }
  }

  private void blocks(MinecraftHost host, Names names) {
    see("block", host.name(NameTable.BLOCK_STATE, host.block(1, 2, 3)));
    if (names.has("block names")) {
      int stone = host.code(NameTable.BLOCK_STATE, "stone");
      host.setBlock(1, 2, 3, stone, true);
      see("set", host.name(NameTable.BLOCK_STATE, host.block(1, 2, 3)));
      see("filled", host.fillBlocks(new ticklane.core.Box(0, 0, 0, 1, 1, 1), stone));
      see("unknown", host.code(NameTable.BLOCK_STATE, "stonee"));
      see("nearest", new TreeSet<>(host.nearest(NameTable.BLOCK_STATE, "stonee", 1)));
    }
  }

  private void refusals(MinecraftHost host) {
    refused(
        () ->
            host.spawn(
                new SpawnRequest("nothing", 0, 0, 0, 0, 0, 0, 0, 0, "", -1, "", "", -1, "")));
    refused(() -> host.ignite(0, 0, 0, 80));
    refused(() -> host.spawn(zombie(Double.NaN, 0, 0, 0)));
    refused(() -> host.spawn(zombie(1e5, 0, 0, 0)));
    refused(() -> host.block(100_000, 0, 0));
    refused(() -> modify(host, host.players().get(0).id()));
    refused(() -> modify(host, 1 << 20));
  }

  private void refused(Runnable call) {
    try {
      call.run();
      see("not refused", call);
    } catch (HostException e) {
      see("refused", e.kind());
    }
  }
}
