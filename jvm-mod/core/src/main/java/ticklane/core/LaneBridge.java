package ticklane.core;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What Python sees of Java: one object a lane, numbers and strings in and out, arrays by direct
 * buffers. Called on the lane's thread, from inside a step or a control call. Public because jep
 * shows public members only; nothing else is looked up from Python.
 */
public final class LaneBridge {
  /** Cells of one area: 64 MiB of codes. */
  static final int MAX_CELLS = 1 << 24;

  private static final int MAX_SCRATCH = 1 << 28;
  private static final int EVENT_BYTES = EventQueue.CAPACITY * EventQueue.ROW_BYTES;

  private final Core core;
  private final String lane;
  private final GameHost host;
  private final WatchBuffer watch;
  private final Ledger ledger;
  private final ScriptSlots slots;
  private final LaneSteps steps;
  private final EntityColumns columns = new EntityColumns();
  private final EventQueue queue = new EventQueue();
  private final KeptSnapshots snapshots = new KeptSnapshots();
  private final HostTime hostTime;
  private final ByteBuffer events = direct(EVENT_BYTES);
  private ByteBuffer scratch = direct(1 << 16);
  private ByteBuffer blocks = direct(1 << 14);
  private ByteBuffer given;
  private boolean filled;
  private final LanePictures pictures;
  private long tick;

  LaneBridge(
      Core core,
      String lane,
      GameHost host,
      WatchBuffer watch,
      Ledger ledger,
      ScriptSlots slots,
      LaneSteps steps) {
    this.core = core;
    this.lane = lane;
    this.host = host;
    this.watch = watch;
    this.ledger = ledger;
    this.slots = slots;
    this.steps = steps;
    hostTime = new HostTime(watch);
    given = columns.buffer();
    pictures = new LanePictures(core, host, this, slots);
  }

  /** Drawing, and pictures. */
  public LanePictures pictures() {
    return pictures;
  }

  /** Something was put where another lane's next step finds it. */
  public void nudge(String other) {
    core.nudge(other);
  }

  private static ByteBuffer direct(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }

  void tick(long tick) {
    this.tick = tick;
    hostTime.stepBegins();
  }

  /** Fills the columns ahead of a step that will ask for them, outside the gate. */
  void prefill() {
    host.fill(columns);
    columns.buffer(); // the copy into it, too
    filled = true;
  }

  /** The world may have changed by other hands: the next question fills anew. */
  void forgetEntities() {
    filled = false;
  }

  public ByteBuffer watch() {
    return watch.buffer();
  }

  public ByteBuffer ledger() {
    return ledger.buffer();
  }

  public ByteBuffer events() {
    return events;
  }

  /** The entity columns as of the last {@link #fillEntities}. */
  public ByteBuffer entities() {
    given = columns.buffer();
    return given;
  }

  /** A buffer of at least that size; its content lasts until the next call. */
  public ByteBuffer scratch(int bytes) {
    if (bytes < 0 || bytes > MAX_SCRATCH) {
      throw new HostException(
          HostException.LIMIT, bytes + " bytes in one call; at most " + MAX_SCRATCH);
    }
    if (bytes > scratch.capacity()) {
      scratch = direct(Math.max(bytes, Math.min(MAX_SCRATCH, 2 * scratch.capacity())));
    }
    return scratch;
  }

  public long nanoTime() {
    return System.nanoTime();
  }

  public long tick() {
    return tick;
  }

  /** Bytes that the Java heap has reserved of the system. */
  public long heapReserved() {
    return Runtime.getRuntime().totalMemory();
  }

  /** Bytes of the Java heap that hold objects, dead ones too. */
  public long heapUsed() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  public String info() {
    GameInfo game = host.info();
    JsonObject info = new JsonObject();
    info.addProperty("host", game.host());
    info.addProperty("minecraft", game.minecraft());
    JsonArray has = new JsonArray();
    game.has().stream().sorted().forEach(has::add);
    info.add("has", has);
    info.addProperty("lane", lane);
    info.addProperty("authoritative", game.authoritative());
    info.addProperty("dimension", game.dimension());
    info.add("versions", core.versions());
    info.addProperty("sprinting", host.clock().sprinting());
    info.addProperty("frozen", host.clock().frozen());
    info.addProperty("lane_budget_ms", core.options().laneBudgetMs());
    info.addProperty("script_memory_mib", core.options().scriptMemoryMib());
    info.addProperty("memory_watched", core.watchdog().knowsMemory());
    return info.toString();
  }

  public boolean sprinting() {
    return host.clock().sprinting();
  }

  /** Returns the rows there are, or -(rows + 1) when {@link #entities} must be asked for again. */
  @SuppressWarnings("ReferenceEquality") // which buffer, not what is in it
  public int fillEntities() {
    long began = System.nanoTime();
    try {
      if (!filled) {
        host.fill(columns);
        filled = true;
      }
      int n = columns.size();
      return columns.buffer() == given ? n : -(n + 1);
    } finally {
      hostTime.ended(began, "host.entities()");
    }
  }

  public String name(int table, int code) {
    return host.name(NameTable.of(table), code);
  }

  public int code(int table, String name) {
    return host.code(NameTable.of(table), name);
  }

  /** The nearest names, best first. */
  public String suggest(int table, String name) {
    return String.join(", ", host.nearest(NameTable.of(table), name, 3));
  }

  /** Creates an entity; "" and -1 mean not given. */
  public int spawn(
      String type,
      double x,
      double y,
      double z,
      double vx,
      double vy,
      double vz,
      float yaw,
      float pitch,
      String tag,
      int fuse,
      String block,
      String item,
      int count,
      String nbt) {
    long began = System.nanoTime();
    try {
      filled = false;
      return host.spawn(
          new SpawnRequest(
              type, x, y, z, vx, vy, vz, yaw, pitch, tag, fuse, block, item, count, nbt));
    } finally {
      hostTime.ended(began, "host.spawn()");
    }
  }

  public String removal(int id) {
    return host.removal(id);
  }

  /** Sets state in bulk from {@code n} rows in the scratch buffer. */
  public void modify(int n, int mask) {
    long began = System.nanoTime();
    try {
      inScratch(n, Modification.ROW_BYTES);
      filled = false;
      host.modify(scratch, n, mask);
    } finally {
      hostTime.ended(began, "host.modify()");
    }
  }

  /** Removes the {@code n} long ids in the scratch buffer; returns how many were there. */
  public int remove(int n) {
    long began = System.nanoTime();
    try {
      inScratch(n, 8);
      filled = false;
      return host.remove(scratch, n);
    } finally {
      hostTime.ended(began, "host.remove()");
    }
  }

  private void inScratch(long n, int bytes) {
    if (n < 0 || n * bytes > scratch.capacity()) {
      throw new HostException(
          HostException.BAD_VALUE,
          n + " rows of " + bytes + " bytes are not in the scratch buffer");
    }
  }

  public int block(int x, int y, int z) {
    long began = System.nanoTime();
    try {
      return host.block(x, y, z);
    } finally {
      hostTime.ended(began, "host.block()");
    }
  }

  /** Copies an area; the buffer is exactly its size and lasts until the next call. */
  public ByteBuffer readBlocks(int ax, int ay, int az, int bx, int by, int bz) {
    long began = System.nanoTime();
    try {
      Box area = box(ax, ay, az, bx, by, bz);
      int bytes = 4 * cells(area);
      if (bytes > blocks.capacity()) {
        blocks = direct(bytes);
      }
      ByteBuffer exact = blocks.slice(0, bytes).order(ByteOrder.nativeOrder());
      host.readBlocks(area, exact.asIntBuffer());
      return exact;
    } finally {
      hostTime.ended(began, "host.blocks()");
    }
  }

  /** Writes the codes in the scratch buffer; returns the cells that changed. */
  public int writeBlocks(int ax, int ay, int az, int sx, int sy, int sz) {
    long began = System.nanoTime();
    try {
      if (sx < 1 || sy < 1 || sz < 1) {
        return 0;
      }
      Box area = box(ax, ay, az, ax + sx - 1, ay + sy - 1, az + sz - 1);
      int cells = cells(area);
      inScratch(cells, 4);
      filled = false;
      return host.writeBlocks(
          area, scratch.slice(0, 4 * cells).order(ByteOrder.nativeOrder()).asIntBuffer());
    } finally {
      hostTime.ended(began, "host.set_blocks()");
    }
  }

  public int setBlock(int x, int y, int z, int code, boolean update) {
    long began = System.nanoTime();
    try {
      filled = false;
      return host.setBlock(x, y, z, code, update);
    } finally {
      hostTime.ended(began, "host.set_block()");
    }
  }

  public int fillBlocks(int ax, int ay, int az, int bx, int by, int bz, int code) {
    long began = System.nanoTime();
    try {
      filled = false;
      return host.fillBlocks(box(ax, ay, az, bx, by, bz), code);
    } finally {
      hostTime.ended(began, "host.fill()");
    }
  }

  private static Box box(int ax, int ay, int az, int bx, int by, int bz) {
    try {
      return new Box(ax, ay, az, bx, by, bz);
    } catch (IllegalArgumentException e) {
      throw new HostException(HostException.BAD_VALUE, e.getMessage());
    }
  }

  private static int cells(Box area) {
    if (area.cells() > MAX_CELLS) {
      throw new HostException(
          HostException.LIMIT,
          "%d x %d x %d is %d blocks; at most %d in one call"
              .formatted(area.sizeX(), area.sizeY(), area.sizeZ(), area.cells(), MAX_CELLS));
    }
    return (int) area.cells();
  }

  /** Remembers an area; returns its number, to be given to {@link #dropSnapshot} in the end. */
  public int snapshot(int ax, int ay, int az, int bx, int by, int bz) {
    long began = System.nanoTime();
    try {
      Box area = box(ax, ay, az, bx, by, bz);
      cells(area);
      return snapshots.keep(host.snapshot(area));
    } finally {
      hostTime.ended(began, "host.snapshot()");
    }
  }

  /** Puts a remembered area back. */
  public void restore(int number) {
    long began = System.nanoTime();
    try {
      filled = false;
      host.restore(snapshots.get(number));
    } finally {
      hostTime.ended(began, "host.restore()");
    }
  }

  /** Forgets a remembered area; one that isn't there is none. */
  public void dropSnapshot(int number) {
    snapshots.drop(number);
  }

  /** Starts the world's chance anew. */
  public void reseed(long seed) {
    host.reseed(seed);
  }

  public int ignite(int x, int y, int z, int fuse) {
    long began = System.nanoTime();
    try {
      filled = false;
      return host.ignite(x, y, z, fuse);
    } finally {
      hostTime.ended(began, "host.ignite()");
    }
  }

  public CommandResult command(String text) {
    long began = System.nanoTime();
    try {
      filled = false;
      return host.command(text);
    } finally {
      hostTime.ended(began, "host.command()");
    }
  }

  /** The answer to a command that was pending, or null. */
  public CommandResult reply(int number) {
    return host.reply(number);
  }

  /** The lane's own player, -1 where there is none. */
  public int self() {
    return host.self();
  }

  public void control(String action, double a, double b, boolean c, boolean d) {
    host.control(action, a, b, c, d);
  }

  public String players() {
    long began = System.nanoTime();
    try {
      JsonArray players = new JsonArray();
      for (PlayerInfo player : host.players()) {
        JsonObject shown = new JsonObject();
        shown.addProperty("id", player.id());
        shown.addProperty("name", player.name());
        shown.addProperty("uuid", player.uuid());
        shown.add("game_mode", new JsonPrimitive(player.gameMode()));
        players.add(shown);
      }
      return players.toString();
    } finally {
      hostTime.ended(began, "host.players()");
    }
  }

  /**
   * The game's raw object, whatever the host gives out; the runtime asks for scripts with that
   * capability only.
   */
  public Object internals() {
    return host.internals();
  }

  public void subscribe(int mask) {
    queue.want(mask);
    host.subscribe(mask, queue);
  }

  /** Moves the events since the last call into {@link #events}; returns how many. */
  public int drainEvents() {
    return queue.drainTo(events);
  }

  public long eventsDropped() {
    return queue.dropped();
  }

  public String eventText(int index) {
    return queue.text(index);
  }

  /** Where this lane's thread keeps its frames; numbers that can't be are not used. */
  public void frames(
      long state, int current, int inner, int code, int previous, int instruction, int codeStart) {
    FrameLayout layout =
        new FrameLayout(state, current, inner, code, previous, instruction, codeStart);
    steps.layout(layout.isPlausible() ? layout : null);
  }

  /** A script's files and code objects, to name its lines by while nobody can be asked. */
  public void scriptCode(int slot, byte[] packed) {
    slots.code(slot, packed);
  }

  /** {@code rotateMib} and {@code rotateFiles} are the script's own wishes; 0: none. */
  public void openOutput(
      int slot, String id, int generation, String runDir, int rotateMib, int rotateFiles) {
    slots.openOutput(slot, id, generation, runDir, rotateMib, rotateFiles);
  }

  public void records(int slot, byte[] ndjson, int rows) {
    slots.records(slot, ndjson, rows);
  }

  public void line(int slot, String text) {
    slots.line(slot, text);
  }

  public void event(int slot, String kind, String json) {
    slots.event(slot, kind, json);
  }

  /**
   * A script's step went over its budget.
   *
   * @param line where its function begins or stood, 0 not known
   * @param counted whether it counts against the budget: by CPU time, too
   */
  public void overrun(int slot, long wallNanos, long cpuNanos, int line, boolean counted) {
    Script script = slots.at(slot);
    if (script == null) {
      return; // its end was told first
    }
    long collected = cpuNanos < wallNanos / 2 ? CollectorPauses.within(wallNanos) : 0;
    long inHost = hostTime.nanos(slot);
    Overruns.Cause cause = Overruns.cause(wallNanos, cpuNanos, collected, inHost);
    String call = cause == Overruns.Cause.HOST_CALL ? hostTime.longest(slot) : "";
    script.overruns.add(
        new Overruns.Overrun(tick, wallNanos, cpuNanos, line, cause, call, counted));
  }

  public void publish(int slot, String json) {
    slots.publish(slot, json);
  }
}
