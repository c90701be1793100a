package ticklane.core;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything a game process has once: board, outputs, watchdog, control server, gateway. */
public final class Core implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Core.class);
  private static final long REPLIES_MS = 200;
  private static final long INTERRUPTER_MS = 300;
  private static final long OUTPUTS_MS = 2_000;
  private static final long LAST_OUTPUTS_MS = 500;
  private static final long KEEP_ENDPOINT_MS = 1_000;
  private static final long PARALLEL_MS = 1_500;
  private static final long LAST_PARALLEL_MS = 500;

  private final CoreOptions options;
  private final GameHost host;
  private final Runnable shutdown;
  private final LaneRuntime.Factory runtimes;
  private final Gate gate = new Gate();
  private final Waits waits = new Waits();
  private final Board board = new Board(waits::signal);
  private final EventStream events = new EventStream(System::nanoTime);
  private final OutputStore store;
  private final Watchdog watchdog = new Watchdog();
  private final FrameReader frames = FrameReader.open();
  private final Interrupter interrupter;
  private final List<Lane> lanes = new CopyOnWriteArrayList<>();
  private final Map<String, LaneOpener> offered = new ConcurrentSkipListMap<>();
  private final Object opening = new Object();
  private final ParallelLane parallel = new ParallelLane(this);
  private volatile PictureSource pictures =
      (request, taken, failed) -> failed.accept("this game takes no pictures");
  private final EndpointFile endpoint;
  private final String token;
  private final ControlServer server;
  private final GatewaySupervisor gateway;
  private final Thread keeper = new Thread(this::keepEndpoint, "ticklane-endpoint");
  private final long started = System.currentTimeMillis();
  private volatile String pythonVersion = "";
  private volatile String magic = "";
  private volatile boolean closing;
  private String mcpUrl = ""; // guarded by endpoint
  private String mcpToken = ""; // guarded by endpoint

  private Core(CoreOptions options, GameHost host, Runnable shutdown, LaneRuntime.Factory runtimes)
      throws IOException {
    this.options = options;
    this.host = host;
    this.shutdown = shutdown;
    this.runtimes = runtimes;
    interrupter = new Interrupter(() -> runtimes.interrupts(options));
    Files.createDirectories(folder());
    byte[] secret = new byte[32];
    new SecureRandom().nextBytes(secret);
    token = HexFormat.of().formatHex(secret);
    store = new OutputStore((long) options.queueMib() << 20);
    endpoint = new EndpointFile(folder());
    server = new ControlServer(new ControlVerbs(this, token), ControlServer.HELLO_NANOS);
    gateway = new GatewaySupervisor(options.python(), options.gameDir());
  }

  /**
   * Begins to start Python, for hosts that have other things to do before {@link #start}: the two
   * take as long as the longer one. Any thread, doesn't block.
   */
  public static void startPythonAhead(CoreOptions options) {
    JepRuntime.startAhead(options);
  }

  /**
   * Folders that Python searches beside its own, jep's among them, for hosts that aren't started
   * with a PYTHONPATH. Before anything else.
   */
  public static void searchAlso(List<Path> folders) {
    JepRuntime.searchAlso(folders);
  }

  /**
   * Starts what answers while lanes are busy. Any thread.
   *
   * @param shutdown asks the host's loop to end; called from any thread, must not block
   * @throws IOException the game folder can't be written, or no port can be bound
   */
  public static Core start(CoreOptions options, GameHost host, Runnable shutdown)
      throws IOException {
    return start(options, host, shutdown, JepRuntime.FACTORY);
  }

  static Core start(
      CoreOptions options, GameHost host, Runnable shutdown, LaneRuntime.Factory runtimes)
      throws IOException {
    Core core = new Core(options, host, shutdown, runtimes);
    core.store.start();
    core.waits.start();
    core.watchdog.start();
    core.server.start();
    return core;
  }

  private Path folder() {
    return options.gameDir().resolve("mc-agent");
  }

  /** Creates the lane for the game's own host; its thread then opens it. */
  public Lane lane(String name) {
    return lane(name, host, 0);
  }

  /**
   * Creates a lane that sees the game through a host of its own; its thread then opens it.
   *
   * @param patience nanoseconds it waits for another lane to leave Python before it lets a step go;
   *     0: it never does
   */
  public Lane lane(String name, GameHost sees, long patience) {
    if (lanes.stream().anyMatch(lane -> lane.name().equals(name))) {
      throw new IllegalStateException("there is a lane " + name + " already");
    }
    Lane lane = new Lane(name, sees, this, runtimes, lanes.isEmpty(), patience);
    lanes.add(lane);
    board.lane(name, lane);
    return lane;
  }

  /** A lane that isn't there until a script asks for it. */
  public interface LaneOpener {
    /**
     * Opens it; returns when it is open. Any thread.
     *
     * @throws HostException saying why it can't be opened
     */
    void open();
  }

  /** From now on the lane is opened when a script first asks for it. */
  public void offer(String name, LaneOpener opener) {
    offered.put(name, opener);
  }

  /** From now on pictures are taken by this. */
  public void pictures(PictureSource source) {
    pictures = source;
  }

  PictureSource pictures() {
    return pictures;
  }

  /** A lane is closed while the game goes on; the next script that asks opens it again. */
  public void withdraw(Lane lane) {
    lanes.remove(lane);
    board.withdraw(lane.name());
  }

  /**
   * Says that the first tick is done: writes endpoint.json, starts the gateway, prints the
   * ticklane-ready line.
   *
   * @throws java.io.UncheckedIOException endpoint.json can't be written
   */
  public void ready() {
    try {
      writeEndpoint();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    keeper.setDaemon(true);
    keeper.start();
    if (options.gateway()) {
      gateway.start();
    }
    JsonObject ready = new JsonObject();
    ready.addProperty("endpoint", endpoint.path().toString());
    ready.addProperty("port", server.port());
    ready.addProperty("pid", ProcessHandle.current().pid());
    ready.addProperty("tick", board.tick());
    ready.addProperty("ticklane", options.ticklaneVersion());
    System.out.println("ticklane-ready " + ready);
    System.out.flush();
  }

  private void writeEndpoint() throws IOException {
    synchronized (endpoint) {
      GameInfo game = host.info();
      JsonObject json = new JsonObject();
      json.addProperty("protocol", ControlVerbs.PROTOCOL);
      json.addProperty("port", server.port());
      json.addProperty("token", token);
      json.addProperty("pid", ProcessHandle.current().pid());
      json.addProperty("started", started);
      json.addProperty("ticklane", options.ticklaneVersion());
      json.addProperty("minecraft", game.minecraft());
      json.addProperty("host", game.host());
      json.addProperty("mcp_url", mcpUrl);
      json.addProperty("mcp_token", mcpToken);
      endpoint.write(json);
    }
  }

  private void keepEndpoint() {
    try {
      while (!closing) {
        Thread.sleep(KEEP_ENDPOINT_MS);
        endpoint.restore();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The gateway tells where it listens. */
  void announce(String url, String secret) throws ControlException {
    synchronized (endpoint) {
      mcpUrl = url;
      mcpToken = secret;
      try {
        writeEndpoint();
      } catch (IOException e) {
        LOG.error("endpoint.json could not be written", e);
        throw new ControlException(
            ControlException.INTERNAL, "endpoint.json could not be written: " + e);
      }
    }
  }

  /** After the lanes are closed: answers, flushes outputs, removes endpoint.json. */
  @Override
  public void close() {
    if (closing) {
      return;
    }
    closing = true;
    endpoint.remove();
    keeper.interrupt();
    parallel.close(PARALLEL_MS);
    waits.stop(REPLIES_MS);
    server.close(REPLIES_MS);
    gateway.stop();
    watchdog.stop();
    interrupter.stop(INTERRUPTER_MS);
    store.close(OUTPUTS_MS);
  }

  /**
   * What can still be saved when a lane doesn't come back: its thread is given up, its scripts
   * count as ended, who waits is answered, and the rows that were handed over are written. Any
   * thread; under 1.5 s.
   */
  public void abandon() {
    closing = true;
    endpoint.remove();
    lanes.forEach(lane -> lane.slots().abandonAll("game_stopped"));
    parallel.close(LAST_PARALLEL_MS);
    waits.stop(REPLIES_MS);
    server.close(REPLIES_MS);
    gateway.stop();
    store.close(LAST_OUTPUTS_MS);
  }

  JsonObject hello() {
    GameInfo info = host.info();
    JsonObject game = new JsonObject();
    game.addProperty("host", info.host());
    game.addProperty("minecraft", info.minecraft());
    game.add("versions", versions());
    JsonArray names = new JsonArray();
    laneNames().forEach(names::add);
    JsonObject hello = new JsonObject();
    hello.addProperty("protocol", ControlVerbs.PROTOCOL);
    hello.addProperty("pid", ProcessHandle.current().pid());
    hello.addProperty("ticklane", options.ticklaneVersion());
    hello.add("game", game);
    hello.addProperty("python", pythonVersion);
    hello.addProperty("magic", magic);
    hello.add("lanes", names);
    hello.addProperty("game_dir", options.gameDir().toString());
    hello.addProperty("tick", board.tick());
    hello.addProperty("state", clock().state());
    return hello;
  }

  /** Versions of all that can change a result: the game's own and ours. */
  JsonObject versions() {
    JsonObject versions = new JsonObject();
    new TreeMap<>(host.info().versions()).forEach(versions::addProperty);
    versions.addProperty("ticklane", options.ticklaneVersion());
    versions.addProperty("java", Runtime.version().toString());
    return versions;
  }

  /** Every lane a script may ask for, the open ones first. */
  Set<String> laneNames() {
    Set<String> names = new LinkedHashSet<>();
    lanes.forEach(lane -> names.add(lane.name()));
    names.addAll(offered.keySet());
    if (ParallelLane.SUPPORTED) {
      names.add(ParallelLane.NAME);
    }
    return names;
  }

  /**
   * The lane of that name, the first one for "". One that is offered is opened first, which may
   * take a second.
   *
   * @throws ControlException not_here, naming the lanes there are, or why it can't be opened
   */
  Lane laneFor(String name) throws ControlException {
    Lane there = openLane(name);
    if (there != null) {
      return there;
    }
    LaneOpener opener = offered.get(name);
    if (opener != null && !closing) {
      try {
        openLane(name, opener);
      } catch (HostException e) {
        throw new ControlException(ControlException.NOT_HERE, e.getMessage());
      }
      there = openLane(name);
      if (there != null) {
        return there;
      }
    }
    throw new ControlException(
        ControlException.NOT_HERE,
        "no lane '%s' in this game; there are: %s".formatted(name, String.join(" ", laneNames())));
  }

  /**
   * What acts on requests for a lane; see {@link #laneFor}.
   *
   * @throws ControlException not_here
   */
  Acting acting(String name) throws ControlException {
    if (!name.equals(ParallelLane.NAME)) {
      return laneFor(name);
    }
    if (!ParallelLane.SUPPORTED) {
      throw new ControlException(
          ControlException.NOT_HERE,
          "the parallel lane needs Linux, this is %s; there are: %s"
              .formatted(System.getProperty("os.name"), String.join(" ", laneNames())));
    }
    return parallel;
  }

  /** What acts on requests for a script that lives; see {@link #laneOf}. */
  Acting actingOf(Script script) throws ControlException {
    return script.lane.equals(ParallelLane.NAME) ? parallel : laneOf(script);
  }

  ParallelLane parallel() {
    return parallel;
  }

  /** The lanes that are threads of this process and open. */
  List<String> openLaneNames() {
    return lanes.stream().map(Lane::name).toList();
  }

  /**
   * Has a lane opened unless it is open; one at a time.
   *
   * @throws HostException saying why it can't be
   */
  public void openLane(String name, LaneOpener opener) {
    synchronized (opening) {
      if (openLane(name) == null) {
        opener.open();
      }
    }
  }

  /** The open lane of that name, the first one for ""; null when there is none with a world. */
  Lane openLane(String name) {
    for (Lane lane : lanes) {
      if (name.isEmpty() || lane.name().equals(name)) {
        return lane.away().isEmpty() ? lane : null;
      }
    }
    return null;
  }

  /**
   * The lane that a live script is on, its world there or not.
   *
   * @throws ControlException not_here: it is closing, and the script ends with it
   */
  Lane laneOf(Script script) throws ControlException {
    for (Lane lane : lanes) {
      if (lane.name().equals(script.lane)) {
        return lane;
      }
    }
    throw new ControlException(
        ControlException.NOT_HERE,
        "the %s lane is closing, and script '%s' ends with it".formatted(script.lane, script.id));
  }

  /** A tick that somebody may wait for is over, or the clock was set. Any thread. */
  public void clockChanged() {
    waits.signal();
  }

  void wakeLanes() {
    lanes.forEach(Lane::wake);
  }

  /** A client asked for the end. */
  void shutdown() {
    lanes.forEach(Lane::hurry);
    parallel.hurry();
    shutdown.run();
    wakeLanes();
  }

  OutputFiles gameFolderOutput(String id) {
    return OutputFiles.rotated(folder(), id, options.rotateBytes(), options.rotateFiles());
  }

  /** The folder of a script's pictures. */
  Path picturesOf(String id, String runDir) {
    return runDir.isEmpty()
        ? folder().resolve("pictures-" + id)
        : options.gameDir().resolve(runDir).resolve("pictures");
  }

  /** What all scripts have drawn and is seen at that tick. Any thread. */
  public List<Drawing> drawings(long tick) {
    List<Drawing> all = new ArrayList<>();
    for (Script script : board.scripts()) {
      ScriptPictures pictures = script.pictures;
      if (pictures != null) {
        pictures.addTo(all, tick);
      }
    }
    return all;
  }

  /** Somebody wants something of that lane's next step: one that waits for work has it. */
  void nudge(String name) {
    Lane lane = openLane(name);
    if (lane != null) {
      lane.nudge();
    }
  }

  void python(String version, String magic) {
    pythonVersion = version;
    this.magic = magic;
  }

  boolean isClosing() {
    return closing;
  }

  CoreOptions options() {
    return options;
  }

  GameInfo info() {
    return host.info();
  }

  GameClock clock() {
    return host.clock();
  }

  Gate gate() {
    return gate;
  }

  Waits waits() {
    return waits;
  }

  Board board() {
    return board;
  }

  EventStream events() {
    return events;
  }

  OutputStore store() {
    return store;
  }

  Watchdog watchdog() {
    return watchdog;
  }

  Interrupter interrupter() {
    return interrupter;
  }

  FrameReader frames() {
    return frames;
  }

  int port() {
    return server.port();
  }

  String token() {
    return token;
  }
}
