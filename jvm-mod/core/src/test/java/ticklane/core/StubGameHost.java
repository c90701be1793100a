package ticklane.core;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A world of plain maps: entities that stand still, blocks that are numbers. */
final class StubGameHost implements GameHost {
  final List<SpawnRequest> entities = new ArrayList<>();
  final Map<List<Integer>, Integer> blocks = new HashMap<>();
  final StubClock clock = new StubClock();
  volatile Authority authority = Authority.SERVER;
  int fills;
  int mask;
  EventQueue queue;

  /** A clock that does what it is told and nothing more. */
  static final class StubClock implements GameClock {
    volatile String state = "running";
    volatile double rate = 20;
    volatile long underWay = NONE;
    volatile Advance advance;

    @Override
    public String state() {
      return state;
    }

    @Override
    public boolean sprinting() {
      return state.equals("sprinting");
    }

    @Override
    public boolean frozen() {
      return state.equals("frozen");
    }

    @Override
    public double rate() {
      return rate;
    }

    @Override
    public long underWay() {
      return underWay;
    }

    @Override
    public long skipped() {
      return 0;
    }

    @Override
    public double[] lastTicksMs() {
      return new double[0];
    }

    @Override
    public Advance advance() {
      return advance;
    }

    @Override
    public Advance advance(long number) {
      return advance != null && advance.number() == number ? advance : null;
    }

    @Override
    public boolean stop() {
      boolean ran = advance != null && !advance.progress().over();
      if (ran) {
        advance.end("stopped");
      }
      return ran;
    }

    @Override
    public void freeze() {
      state = "frozen";
    }

    @Override
    public void unfreeze() {
      state = "running";
    }

    @Override
    public Advance step(long ticks) {
      if (state.equals("running")) {
        throw new IllegalStateException("the game must be frozen to step");
      }
      state = "stepping";
      advance = new Advance(1, Advance.Kind.STEP, ticks);
      return advance;
    }

    @Override
    public Advance sprint(long ticks) {
      state = "sprinting";
      advance = new Advance(1, Advance.Kind.SPRINT, ticks);
      return advance;
    }

    @Override
    public void rate(double ticksPerSecond) {
      rate = ticksPerSecond;
    }
  }

  @Override
  public Authority authority() {
    return authority;
  }

  @Override
  public GameInfo info() {
    return new GameInfo(
        "stub", "1.0", Set.of("tnt"), Map.of("stub", "7"), "minecraft:overworld", true);
  }

  @Override
  public long tick() {
    return 0;
  }

  @Override
  public void fill(EntityColumns columns) {
    fills++;
    columns.begin(entities.size());
    for (int row = 0; row < entities.size(); row++) {
      SpawnRequest e = entities.get(row);
      columns.motion(row, e.x(), e.y(), e.z(), e.vx(), e.vy(), e.vz(), e.yaw(), e.pitch());
      columns.box(row, e.x(), e.y(), e.z(), e.x() + 1, e.y() + 1, e.z() + 1, 1, 1);
      columns.identity(row, row, 0, 0, row, 0, 0);
      columns.state(row, Double.NaN, e.fuse(), -1, -1, -1, true);
    }
  }

  @Override
  public String name(NameTable table, int code) {
    return table == NameTable.TAG_SET ? "" : "minecraft:tnt";
  }

  @Override
  public int code(NameTable table, String name) {
    return name.equals("tnt") || name.equals("minecraft:tnt") ? 0 : -1;
  }

  @Override
  public List<String> nearest(NameTable table, String name, int limit) {
    return List.of("minecraft:tnt");
  }

  @Override
  public int spawn(SpawnRequest request) {
    if (code(NameTable.ENTITY_TYPE, request.type()) < 0) {
      throw new HostException(HostException.UNKNOWN_NAME, "no entity type " + request.type());
    }
    entities.add(request);
    return entities.size() - 1;
  }

  @Override
  public void modify(ByteBuffer rows, int n, int mask) {
    throw new HostException(HostException.GONE, "entity #" + rows.getLong(0) + " is gone");
  }

  @Override
  public int remove(ByteBuffer ids, int n) {
    return n;
  }

  @Override
  public String removal(int id) {
    return "";
  }

  @Override
  public int block(int x, int y, int z) {
    return blocks.getOrDefault(List.of(x, y, z), 0);
  }

  @Override
  public void readBlocks(Box area, IntBuffer out) {
    for (int x = area.minX(); x <= area.maxX(); x++) {
      for (int y = area.minY(); y <= area.maxY(); y++) {
        for (int z = area.minZ(); z <= area.maxZ(); z++) {
          out.put(block(x, y, z));
        }
      }
    }
  }

  @Override
  public int writeBlocks(Box area, IntBuffer codes) {
    int changed = 0;
    for (int x = area.minX(); x <= area.maxX(); x++) {
      for (int y = area.minY(); y <= area.maxY(); y++) {
        for (int z = area.minZ(); z <= area.maxZ(); z++) {
          int code = codes.get();
          changed += setBlock(x, y, z, code, false) == code ? 0 : 1;
        }
      }
    }
    return changed;
  }

  @Override
  public int setBlock(int x, int y, int z, int code, boolean update) {
    Integer old = blocks.put(List.of(x, y, z), code);
    return old == null ? 0 : old;
  }

  @Override
  public int fillBlocks(Box area, int code) {
    return (int) area.cells();
  }

  @Override
  public int ignite(int x, int y, int z, int fuse) {
    throw new HostException(HostException.BAD_VALUE, "no TNT there");
  }

  @Override
  public CommandResult command(String text) {
    return new CommandResult(true, true, 1, text);
  }

  @Override
  public List<PlayerInfo> players() {
    return List.of(new PlayerInfo(7, "Ann", "u-1", "creative"));
  }

  @Override
  public void subscribe(int mask, EventQueue queue) {
    this.mask = mask;
    this.queue = queue;
  }

  @Override
  public GameClock clock() {
    return clock;
  }
}
