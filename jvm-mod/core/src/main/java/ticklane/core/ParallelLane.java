package ticklane.core;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lane whose scripts have a process each. Starts, stops and pauses happen on a thread of its
 * own, another tells of the ticks; the game's threads only leave word. Nothing of it exists before
 * a script first asks.
 */
final class ParallelLane implements Acting, Board.LaneInfo {
  private static final Logger LOG = LoggerFactory.getLogger(ParallelLane.class);

  static final String NAME = "parallel";

  /** Where it can be: the keeper needs prctl, /proc and SCHED_IDLE. */
  static final boolean SUPPORTED =
      System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("linux");

  private static final Path MEMORY = Path.of("/dev/shm");
  private static final String PREFIX = "ticklane-";
  private static final int MAX_QUEUED = 256;
  private static final long STOP_MS = 1_000;
  private static final long REPLACE_MS = 1_000;
  private static final long CLOSE_MS = 500;
  private static final long GOING_MS = 500;
  private static final long SPARE_AFTER_MS = 300;
  private static final long SPARE_FOR_S = 120;
  private static final long WANTED_TICKS = 40;
  private static final long LOOK_NANOS = 20_000_000;

  private final Core core;
  private final LinkedBlockingQueue<LaneRequest> queue = new LinkedBlockingQueue<>(MAX_QUEUED);
  private final List<ParallelProcess> living = new CopyOnWriteArrayList<>();
  private final AtomicInteger serial = new AtomicInteger();
  private final StepTimes noTimes = new StepTimes();
  private final Thread actor = new Thread(this::act, "ticklane-parallel");
  private final Thread pump = new Thread(this::pump, "ticklane-parallel-ticks");
  private boolean begun; // guarded by this
  private Kept spare; // the actor's
  private volatile SharedTable table;
  private volatile boolean closed;
  private volatile long tick;

  ParallelLane(Core core) {
    this.core = core;
    actor.setDaemon(true);
    pump.setDaemon(true);
  }

  @Override
  public String name() {
    return NAME;
  }

  // -- requests

  @Override
  public void queue(LaneRequest request) throws ControlException {
    synchronized (this) {
      if (closed) {
        throw new ControlException(ControlException.GAME_STOPPED, "the game is stopping");
      }
      begin();
    }
    if (!queue.offer(request)) {
      throw new ControlException(
          ControlException.LIMIT, MAX_QUEUED + " requests wait for the parallel lane already");
    }
  }

  private void begin() {
    if (!begun) {
      begun = true;
      core.board().lane(NAME, this);
      actor.start();
      pump.start();
    }
  }

  @Override
  public void askStop(Script script) {
    // The request that follows does it.
  }

  @Override
  public String holder(long now) {
    return "it starts and stops processes one at a time, and is still at the one before";
  }

  private void act() {
    while (!closed) {
      LaneRequest request;
      try {
        request = queue.poll(SPARE_AFTER_MS, TimeUnit.MILLISECONDS);
        if (request == null) {
          prepareSpare();
          request = queue.poll(SPARE_FOR_S, TimeUnit.SECONDS);
        }
        if (request == null) {
          if (living.isEmpty()) {
            dropSpare();
          }
          request = queue.take();
        }
      } catch (InterruptedException e) {
        break;
      }
      if (request.take()) {
        try {
          act(request);
        } catch (ControlException e) {
          refuse(request, e.type(), e.getMessage());
        } catch (IOException | RuntimeException e) {
          LOG.error("parallel lane: {} of '{}' failed", request.verb, request.script, e);
          refuse(request, ControlException.INTERNAL, e.toString());
        }
      }
    }
    dropSpare();
    for (LaneRequest left = queue.poll(); left != null; left = queue.poll()) {
      if (left.take()) {
        refuse(left, ControlException.GAME_STOPPED, "the game is stopping");
      }
    }
  }

  private void refuse(LaneRequest request, String type, String message) {
    JsonObject error = new JsonObject();
    error.addProperty("type", type);
    error.addProperty("message", message);
    request.done("-" + error);
    core.waits().signal();
  }

  private void act(LaneRequest request) throws ControlException, IOException {
    if (request.verb.equals("start")) {
      start(request);
      return;
    }
    ParallelProcess process = find(request.script);
    JsonObject reply = new JsonObject();
    reply.addProperty("id", request.script);
    if (process != null) {
      switch (request.verb) {
        case "stop" -> {
          process.end("stopped", STOP_MS);
          LockSupport.unpark(pump);
        }
        case "pause" -> process.pause(true);
        default -> process.pause(false);
      }
    } else if (!request.verb.equals("stop")) {
      throw new ControlException(
          ControlException.REFUSED, "script '" + request.script + "' has ended; start it again");
    }
    request.done("+" + reply);
    core.waits().signal();
  }

  private void start(LaneRequest request) throws ControlException, IOException {
    String id = request.script;
    if (id.isEmpty()) {
      throw new ControlException(
          ControlException.BAD_REQUEST, "a start on the parallel lane names its script");
    }
    ParallelLimits limits = core.options().parallel();
    for (ParallelProcess one : living) {
      if (one.isEnding()) {
        one.awaitGone(GOING_MS); // its place is free as soon as it has gone
      }
    }
    ParallelProcess old = find(id);
    int others = living.size() - (old == null ? 0 : 1);
    if (others >= limits.scripts()) {
      StringBuilder who = new StringBuilder();
      for (ParallelProcess one : living) {
        who.append(who.isEmpty() ? "" : ", ")
            .append(one.id)
            .append(" (pid %d, %.1f s of CPU)".formatted(one.pid(), one.box().cpuNanos() / 1e9));
      }
      throw new ControlException(
          ControlException.LIMIT,
          "the parallel lane has %d processes, as many as it may (parallel_scripts): %s. '%s' would be one more: stop one"
                  .formatted(living.size(), who, id)
              + " first");
    }
    if (old != null) {
      old.end("replaced", REPLACE_MS);
      LockSupport.unpark(pump);
      if (!old.awaitGone(3 * REPLACE_MS)) {
        throw new ControlException(ControlException.BUSY, "'" + id + "' doesn't end");
      }
    }
    Script before = core.board().find(id);
    launch(request, id, before == null ? 1 : before.generation + 1, limits);
  }

  private void launch(LaneRequest request, String id, int generation, ParallelLimits limits)
      throws IOException {
    if (table == null) {
      sweep();
      table = new SharedTable(shared("table"));
      table.newest(core.board().tick());
    }
    Kept kept = spare;
    spare = null;
    if (kept == null || !kept.keeper.isAlive()) {
      kept = keeper();
    }
    ParallelProcess process =
        new ParallelProcess(
            core, this, id, generation, request, kept.box, kept.marker, kept.keeper);
    living.add(process);
    JsonObject facts = facts(limits);
    facts.addProperty("generation", generation);
    process.begin(facts);
  }

  /** A process that waits for its script, and what it shares with the game. */
  private record Kept(ParallelBox box, String marker, Process keeper) {}

  private Kept keeper() throws IOException {
    String marker = ProcessHandle.current().pid() + "-" + serial.incrementAndGet();
    ParallelBox box = new ParallelBox(shared(String.valueOf(serial.get())));
    ProcessBuilder builder =
        new ProcessBuilder(
                core.options().python(),
                "-P",
                "-m",
                "ticklane_runtime.parallel",
                box.path().toString(),
                table.path().toString())
            .directory(core.options().gameDir().toFile());
    builder.environment().put(Leftovers.VARIABLE, marker);
    try {
      return new Kept(box, marker, builder.start());
    } catch (IOException e) {
      box.forgetName();
      throw e;
    }
  }

  /** Starting Python is what takes time: one more is ready as long as the lane is used. */
  private void prepareSpare() {
    if (table == null || closed || living.size() >= core.options().parallel().scripts()) {
      return;
    }
    if (spare == null || !spare.keeper.isAlive()) {
      try {
        spare = keeper();
      } catch (IOException e) {
        LOG.warn("no process could be made ready: {}", e.toString());
      }
    }
  }

  private void dropSpare() {
    if (spare != null) {
      try {
        spare.keeper.getOutputStream().close(); // it ends when nobody is there any more
      } catch (IOException e) {
        LOG.debug("closing the spare process: {}", e.toString());
      }
      spare.box.forgetName();
      spare = null;
    }
  }

  private JsonObject facts(ParallelLimits limits) {
    GameInfo game = core.info();
    JsonObject facts = new JsonObject();
    facts.addProperty("host", game.host());
    facts.addProperty("minecraft", game.minecraft());
    JsonArray has = new JsonArray();
    game.has().stream().sorted().forEach(has::add);
    facts.add("has", has);
    facts.addProperty("lane", NAME);
    facts.addProperty("authoritative", game.authoritative());
    facts.addProperty("dimension", game.dimension());
    facts.addProperty("tick", core.board().tick());
    facts.addProperty("memory_mib", limits.memoryMib());
    facts.addProperty("processes", limits.processes());
    facts.addProperty("cpu_s", limits.cpuSeconds());
    return facts;
  }

  private Path shared(String what) throws IOException {
    Path folder = Files.isWritable(MEMORY) ? MEMORY : core.options().gameDir().resolve("mc-agent");
    return folder.resolve(PREFIX + ProcessHandle.current().pid() + "-" + what);
  }

  /** Memory that games have left which were killed. */
  private static void sweep() {
    if (!Files.isWritable(MEMORY)) {
      return;
    }
    try (DirectoryStream<Path> left = Files.newDirectoryStream(MEMORY, PREFIX + "*-*")) {
      for (Path path : left) {
        String[] parts = path.getFileName().toString().split("-", 3);
        if (parts[1].chars().allMatch(Character::isDigit)
            && ProcessHandle.of(Long.parseLong(parts[1])).isEmpty()) {
          Files.deleteIfExists(path);
        }
      }
    } catch (IOException | NumberFormatException e) {
      LOG.debug("what was left in {} stays: {}", MEMORY, e.toString());
    }
  }

  // -- the game's ticks

  /** After the leading lane's step, on its thread; costs nothing while no script lives here. */
  void stepped(LaneBridge bridge, long now) {
    if (living.isEmpty()) {
      return;
    }
    tick = now;
    try {
      changed(bridge);
    } finally {
      table.newest(now);
      LockSupport.unpark(pump);
    }
  }

  /** The world may have changed: whoever reads its entities lately gets the new ones. */
  void changed(LaneBridge bridge) {
    for (ParallelProcess process : living) {
      if (process.box().wanted() >= tick - WANTED_TICKS) {
        share(bridge);
        return;
      }
    }
  }

  void share(LaneBridge bridge) {
    bridge.share(table);
  }

  private void pump() {
    while (!closed) {
      long next = Long.MAX_VALUE;
      long now = System.nanoTime();
      for (ParallelProcess process : living) {
        process.tick(tick);
        process.look(now);
        next = Math.min(next, process.killAt());
      }
      if (next == Long.MAX_VALUE) {
        LockSupport.park(this);
      } else {
        LockSupport.parkNanos(this, LOOK_NANOS);
      }
    }
  }

  // -- processes

  ParallelProcess find(String id) {
    for (ParallelProcess process : living) {
      if (process.id.equals(id)) {
        return process;
      }
    }
    return null;
  }

  void gone(ParallelProcess process) {
    living.remove(process);
    core.waits().signal();
  }

  /**
   * A message for a script here.
   *
   * @return false when none of that id lives here
   */
  boolean deliver(String id, String sender, byte[] raw) {
    ParallelProcess process = find(id);
    if (process == null) {
      return false;
    }
    process.deliver(sender, raw);
    return true;
  }

  /** A lane has made a call for a script here, if that lives on. */
  void called(String id, int generation, int number, boolean good, byte[] body) {
    ParallelProcess process = find(id);
    if (process != null && process.generation == generation) {
      process.called(number, good, body);
    }
  }

  /** The game is about to stop: they may end by themselves. Any thread, doesn't block. */
  void hurry() {
    living.forEach(process -> process.end("game_stopped", CLOSE_MS));
    LockSupport.unpark(pump);
  }

  /** Ends all, at once if they don't by themselves; at most so many milliseconds. */
  void close(long millis) {
    long end = System.nanoTime() + millis * 1_000_000;
    hurry();
    synchronized (this) {
      closed = true;
    }
    actor.interrupt();
    LockSupport.unpark(pump);
    for (ParallelProcess process : living) {
      if (!process.awaitGone(Math.min(CLOSE_MS, (end - System.nanoTime()) / 1_000_000))) {
        process.kill();
      }
    }
    for (ParallelProcess process : living) {
      process.awaitGone((end - System.nanoTime()) / 1_000_000);
    }
    if (table != null) {
      try {
        Files.deleteIfExists(table.path());
      } catch (IOException e) {
        LOG.debug("{} stays: {}", table.path(), e.toString());
      }
    }
  }

  // -- what the list shows

  @Override
  public JsonArray processes() {
    JsonArray shown = new JsonArray();
    living.forEach(process -> shown.add(process.figures()));
    return shown;
  }

  @Override
  public double mspt() {
    return 0;
  }

  @Override
  public StepTimes times() {
    return noTimes;
  }

  @Override
  public double longestGateWaitMs() {
    return 0;
  }

  @Override
  public long missed() {
    return 0;
  }

  @Override
  public long tick() {
    return tick;
  }

  @Override
  public String thread() {
    return pump.getName();
  }
}
