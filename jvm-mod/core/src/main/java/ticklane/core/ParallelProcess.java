package ticklane.core;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One script in a process of its own: what it sends is handled on a thread of ours, what it is sent
 * is written by another, so no lane ever waits for it. The Java process is its keeper, which ends
 * when everything the script has started has ended.
 */
final class ParallelProcess {
  private static final Logger LOG = LoggerFactory.getLogger(ParallelProcess.class);
  private static final int MOST_MESSAGES = 1_000;
  private static final long MOST_MESSAGE_BYTES = 16L << 20;
  private static final int MOST_CALLS = 64;
  private static final long KEEPER_MS = 2_000;
  private static final byte[] NOTHING = {};

  final String id;
  final int generation;
  private final Core core;
  private final ParallelLane lane;
  private final ParallelBox box;
  private final String marker;
  private final Process keeper;
  private final LaneRequest start;
  private final byte[] request;
  private final ErrorTail said;
  private final WatchBuffer watch = new WatchBuffer();
  private final Ledger ledger = new Ledger();
  private final ScriptSlots slots;
  private final LinkedBlockingQueue<byte[]> outgoing = new LinkedBlockingQueue<>();
  private final AtomicInteger messages = new AtomicInteger();
  private final AtomicLong messageBytes = new AtomicLong();
  private final AtomicInteger calls = new AtomicInteger();
  private final CountDownLatch gone = new CountDownLatch(1);
  private final Set<String> served = new HashSet<>(); // lanes that know the bundle; guarded by this
  private volatile String ending = ""; // the reason it is being ended for
  private volatile long killAt = Long.MAX_VALUE;
  private volatile boolean killed;
  private volatile boolean answered;
  private volatile boolean broken;
  private volatile boolean paused;
  private volatile long pid = -1;
  private final long startTick;

  ParallelProcess(
      Core core,
      ParallelLane lane,
      String id,
      int generation,
      LaneRequest start,
      ParallelBox box,
      String marker,
      Process keeper) {
    this.core = core;
    this.lane = lane;
    this.id = id;
    this.generation = generation;
    this.start = start;
    this.box = box;
    this.marker = marker;
    this.keeper = keeper;
    request = new byte[start.body.remaining()];
    start.body.duplicate().get(request);
    slots = new ScriptSlots(core, ParallelLane.NAME, watch, ledger).patient();
    said = new ErrorTail(keeper.getErrorStream());
    startTick = core.board().tick();
  }

  void begin(JsonObject facts) {
    send("start", facts, request);
    daemon(this::read, "reader").start();
    daemon(this::write, "writer").start();
    daemon(said, "errors").start();
    var unused = keeper.onExit().thenRun(this::keeperGone);
  }

  private Thread daemon(Runnable run, String what) {
    Thread thread = new Thread(null, run, "ticklane-parallel-" + what + "-" + id, 1 << 18);
    thread.setDaemon(true);
    return thread;
  }

  ParallelBox box() {
    return box;
  }

  /** Of the script's own process, -1 before it has said. */
  long pid() {
    return pid;
  }

  boolean isGone() {
    return gone.getCount() == 0;
  }

  /** Its script has ended, what is left of it is about to. */
  boolean isEnding() {
    Script script = slots.at(0);
    return answered && (script == null || script.ended());
  }

  boolean awaitGone(long millis) {
    try {
      return gone.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return isGone();
    }
  }

  // -- to the process

  private void send(String kind, JsonObject header, byte[] body) {
    header.addProperty("k", kind);
    outgoing.add(Frame.encode(header.toString(), body));
  }

  private void write() {
    try (OutputStream out = keeper.getOutputStream()) {
      while (true) {
        byte[] frame = outgoing.take();
        if (frame.length == 0) {
          return;
        }
        out.write(frame);
        out.flush();
      }
    } catch (IOException e) {
      LOG.debug("script '{}' reads no more: {}", id, e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A tick has ended. */
  void tick(long tick) {
    if (box.takeWake(tick)) {
      send("tick", new JsonObject(), NOTHING);
    }
  }

  /**
   * A message from another script.
   *
   * @throws HostException limit, when it has not taken those before
   */
  void deliver(String sender, byte[] raw) {
    if (messages.incrementAndGet() > MOST_MESSAGES
        || messageBytes.addAndGet(raw.length) > MOST_MESSAGE_BYTES) {
      took(1, raw.length);
      throw new HostException(
          HostException.LIMIT,
          "host.send('%s', value): %,d messages or 16 MiB wait for it already. It takes them with host.on(\"message\","
                  .formatted(id, MOST_MESSAGES)
              + " handler)");
    }
    JsonObject header = new JsonObject();
    header.addProperty("sender", sender);
    send("message", header, raw);
  }

  private void took(int rows, long bytes) {
    messages.addAndGet(-rows);
    messageBytes.addAndGet(-bytes);
  }

  private void answer(long number, boolean good, byte[] body) {
    JsonObject header = new JsonObject();
    header.addProperty("n", number);
    header.addProperty("ok", good);
    send("answer", header, body);
  }

  private void refuse(long number, String kind, String message) {
    JsonObject error = new JsonObject();
    error.addProperty("type", kind);
    error.addProperty("message", message);
    answer(number, false, bytes(error));
  }

  /** A lane has made a call of it. */
  void called(int number, boolean good, byte[] body) {
    calls.decrementAndGet();
    answer(number, good, body);
  }

  // -- its end

  /** It is to end: by itself within so many milliseconds, else it is killed. */
  void end(String reason, long millis) {
    synchronized (this) {
      if (!ending.isEmpty()) {
        killAt = Math.min(killAt, System.nanoTime() + millis * 1_000_000);
        return;
      }
      ending = reason;
      killAt = System.nanoTime() + millis * 1_000_000;
    }
    if (paused) {
      tell(ParallelBox.RUN);
    }
    JsonObject header = new JsonObject();
    header.addProperty("reason", reason);
    send("stop", header, NOTHING);
  }

  /** Kills it when its time is over. */
  void look(long now) {
    if (!killed && now - killAt >= 0) {
      kill();
    }
  }

  long killAt() {
    return killed ? Long.MAX_VALUE : killAt;
  }

  void kill() {
    killed = true;
    tell(ParallelBox.KILL);
  }

  /** Tells the keeper, which reads it when it gets the signal. */
  private void tell(long command) {
    box.command(command);
    if (keeper.isAlive()) {
      keeper.toHandle().destroy(); // SIGTERM; unlike Process.destroy it leaves the pipes alone
    }
  }

  void pause(boolean paused) {
    synchronized (slots) {
      Script script = slots.at(0);
      if (script == null || !ending.isEmpty()) {
        return;
      }
      this.paused = paused;
      tell(paused ? ParallelBox.PAUSE : ParallelBox.RUN);
      JsonObject fields = new JsonObject();
      fields.addProperty("state", paused ? "paused" : "running");
      slots.publish(0, fields.toString());
      slots.settle();
    }
  }

  // -- from the process

  private void read() {
    try (InputStream in = new BufferedInputStream(keeper.getInputStream(), 1 << 16)) {
      for (Frame frame = Frame.read(in, Frame.MAX_BYTES);
          frame != null;
          frame = Frame.read(in, Frame.MAX_BYTES)) {
        handle(StrictJson.object(new String(frame.header(), StandardCharsets.UTF_8)), frame.body());
      }
    } catch (IOException e) {
      // Killed while it wrote, or what it wrote is no frame: the keeper's word says which.
      broken = keeper.isAlive() && !killed && e instanceof Frame.BadFrameException;
      LOG.debug("script '{}': {}", id, e.toString());
    } catch (RuntimeException e) {
      broken = true;
      LOG.warn("script '{}' wrote what can't be read: {}", id, e.toString());
    }
    if (broken) {
      kill();
    }
    try {
      over();
    } catch (RuntimeException e) {
      LOG.error("the end of script '{}' could not be told", id, e);
    } finally {
      box.forgetName();
      outgoing.add(NOTHING);
      gone.countDown();
      lane.gone(this);
    }
  }

  /** One that was killed has ended nothing, and what is left holds the pipe. */
  private void keeperGone() {
    if (box.verdict() == null) {
      int swept = Leftovers.kill(marker);
      LOG.warn("the keeper of script '{}' was killed; {} processes went with it", id, swept);
    }
  }

  private void handle(JsonObject header, byte[] body) {
    switch (header.get("k").getAsString()) {
      case "records", "line", "event", "publish", "ledger", "open" -> {
        synchronized (slots) {
          output(header, body);
        }
      }
      case "hello" -> {
        pid = header.get("pid").getAsLong();
        box.forgetName();
      }
      case "started" -> started("+" + text(body));
      case "refused" -> started("-" + text(body));
      case "took" -> took(header.get("rows").getAsInt(), header.get("bytes").getAsLong());
      case "ask" -> ask(header, body);
      default -> throw new IllegalStateException("no such frame: " + header);
    }
  }

  private void output(JsonObject header, byte[] body) {
    switch (header.get("k").getAsString()) {
      case "open" ->
          slots.openOutput(
              0,
              id,
              generation,
              header.get("run_dir").getAsString(),
              header.get("rotate_mib").getAsInt(),
              header.get("rotate_files").getAsInt());
      case "records" -> slots.records(0, body, header.get("rows").getAsInt());
      case "line" -> slots.line(0, text(body));
      case "event" -> slots.event(0, header.get("kind").getAsString(), text(body));
      case "publish" -> slots.publish(0, text(body));
      default -> {
        if (body.length == 128) {
          ledger.buffer().put(0, body);
        }
      }
    }
    slots.settle();
  }

  private void started(String reply) {
    if (!answered) {
      answered = true;
      start.done(reply);
      core.waits().signal();
    }
  }

  private void ask(JsonObject header, byte[] body) {
    long number = header.get("n").getAsLong();
    String what = header.get("what").getAsString();
    switch (what) {
      case "name", "code", "suggest" -> {
        int table = header.get("table").getAsInt();
        String name = what.equals("name") ? "" : header.get("name").getAsString();
        int code = what.equals("name") ? header.get("code").getAsInt() : 0;
        onLead(
            number,
            bridge ->
                switch (what) {
                  case "name" -> bridge.name(table, code);
                  case "code" -> Integer.toString(bridge.code(table, name));
                  default -> bridge.suggest(table, name);
                });
      }
      case "removal" -> onLead(number, bridge -> bridge.removal(header.get("id").getAsInt()));
      case "players" -> onLead(number, LaneBridge::players);
      case "table" ->
          onLead(
              number,
              bridge -> {
                lane.share(bridge);
                return "";
              });
      case "send" -> send(number, header.get("to").getAsString(), body);
      case "call" -> call(number, header, body);
      default -> refuse(number, HostException.BAD_VALUE, "no such question: " + what);
    }
  }

  /** What a lane's own thread must answer: the answer goes out when it has. */
  private void onLead(long number, LaneRequest.Action action) {
    Lane lead = core.openLane("");
    if (lead == null) {
      refuse(number, HostException.NOT_HERE, "the game is stopping");
      return;
    }
    queue(number, lead, LaneRequest.of(action, reply -> reply(number, reply)));
  }

  private void queue(long number, Lane to, LaneRequest request) {
    try {
      to.queue(request);
    } catch (ControlException e) {
      refuse(number, e.type(), e.getMessage());
    }
  }

  private void reply(long number, String reply) {
    answer(number, reply.charAt(0) == '+', reply.substring(1).getBytes(StandardCharsets.UTF_8));
  }

  private void send(long number, String to, byte[] raw) {
    ParallelProcess other = lane.find(to);
    try {
      if (other != null) {
        other.deliver(id, raw);
        answer(number, true, NOTHING);
        return;
      }
    } catch (HostException e) {
      refuse(number, e.kind(), e.getMessage());
      return;
    }
    Script script = core.board().find(to);
    Lane there = script == null || script.ended() ? null : core.openLane(script.lane);
    if (there == null) {
      StringBuilder living = new StringBuilder();
      core.board().scripts().stream()
          .filter(one -> !one.ended() && !one.id.equals(id))
          .limit(20)
          .forEach(one -> living.append(living.isEmpty() ? "" : ", ").append(one.id));
      refuse(
          number,
          HostException.UNKNOWN_NAME,
          "host.send('%s', value): no script lives by that id; there are: %s"
              .formatted(to, living.isEmpty() ? "none" : living));
      return;
    }
    JsonObject header = new JsonObject();
    header.addProperty("sender", id);
    queue(
        number,
        there,
        new LaneRequest("post", to, direct(Frame.encode(header.toString(), raw)))
            .then(reply -> reply(number, reply)));
  }

  private void call(long number, JsonObject header, byte[] args) {
    String name = header.get("lane").getAsString();
    Lane there = name.equals(ParallelLane.NAME) ? null : core.openLane(name);
    if (there == null || name.isEmpty()) {
      refuse(
          number,
          HostException.NOT_HERE,
          "that lane isn't open; open are: " + String.join(", ", core.openLaneNames()));
      return;
    }
    if (calls.incrementAndGet() > MOST_CALLS) {
      calls.decrementAndGet();
      refuse(number, HostException.LIMIT, MOST_CALLS + " calls of it are under way already");
      return;
    }
    boolean first;
    synchronized (this) {
      first = served.add(name);
    }
    header.addProperty("generation", generation);
    header.addProperty("args", args.length);
    byte[] bundle = first ? request : NOTHING;
    byte[] body = ByteBuffer.allocate(args.length + bundle.length).put(args).put(bundle).array();
    queue(
        number,
        there,
        new LaneRequest("call", id, direct(Frame.encode(header.toString(), body)))
            .then(
                reply -> {
                  if (reply.charAt(0) == '-') {
                    calls.decrementAndGet();
                    reply(number, reply);
                  }
                }));
  }

  private static ByteBuffer direct(byte[] frame) {
    ByteBuffer body = ByteBuffer.allocateDirect(frame.length);
    return body.put(frame).flip();
  }

  // -- when it is gone

  private void over() {
    boolean kept = false;
    int code = -1;
    try {
      kept = keeper.waitFor(KEEPER_MS, TimeUnit.MILLISECONDS);
      if (!kept) {
        kill();
        kept = keeper.waitFor(KEEPER_MS, TimeUnit.MILLISECONDS);
      }
      if (kept) {
        code = keeper.exitValue();
      } else {
        keeper.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    JsonObject verdict = box.verdict();
    said.await();
    synchronized (slots) {
      tellEnd(verdict, code);
    }
    disown();
  }

  private void tellEnd(JsonObject verdict, int keeperCode) {
    Script script = slots.at(0);
    JsonObject error = new JsonObject();
    String reason = ProcessEnd.reason(ending, broken, verdict);
    if (ending.isEmpty()) {
      ProcessEnd.describe(error, verdict, broken, keeperCode, box.place(), said.text());
    }
    if (!answered) {
      JsonObject refusal = new JsonObject();
      refusal.addProperty(
          "type", ending.isEmpty() ? ControlException.INTERNAL : ControlException.REFUSED);
      refusal.addProperty(
          "message",
          ending.isEmpty()
              ? "its process could not begin: " + error.get("message").getAsString()
              : "it was ended before it began: " + reason);
      started("-" + refusal);
    }
    if (script == null) {
      return; // it has told its end itself, or never began
    }
    JsonObject fields = new JsonObject();
    fields.addProperty("state", "ended");
    fields.addProperty("reason", reason);
    long tick = core.board().tick();
    fields.addProperty("tick", tick);
    fields.addProperty("elapsed", tick - startTick);
    fields.addProperty("partial", script.view().published().has("result"));
    if (ending.isEmpty()) {
      fields.add("error", error);
    } else if (killed) {
      JsonObject place = box.place();
      slots.line(
          0,
          "killed: it did not end by itself"
              + (place == null ? "" : "; it was last seen at " + ProcessEnd.words(place)));
    }
    JsonObject told = new JsonObject();
    told.addProperty("reason", reason);
    if (ending.isEmpty()) {
      told.add("error", error);
    }
    slots.event(0, "ended", told.toString());
    slots.publish(0, fields.toString());
    slots.settle();
  }

  /** Its companions on other lanes end. */
  private void disown() {
    Set<String> lanes;
    synchronized (this) {
      lanes = Set.copyOf(served);
    }
    for (String name : lanes) {
      Lane there = core.openLane(name);
      if (there == null) {
        continue;
      }
      try {
        there.queue(
            new LaneRequest(
                "disown",
                id,
                direct(Frame.encode("{\"generation\":" + generation + "}", NOTHING))));
      } catch (ControlException e) {
        LOG.debug("the {} lane is closed: {}", name, e.toString());
      }
    }
  }

  JsonObject figures() {
    JsonObject shown = new JsonObject();
    shown.addProperty("script", id);
    shown.addProperty("pid", pid);
    shown.addProperty("rss_mib", box.resident() >> 20);
    shown.add("cpu_s", new JsonPrimitive(Math.round(box.cpuNanos() / 1e8) / 10.0));
    if (box.processes() > 1) {
      shown.addProperty("processes", box.processes());
    }
    return shown;
  }

  private static String text(byte[] body) {
    return new String(body, StandardCharsets.UTF_8);
  }

  private static byte[] bytes(JsonElement json) {
    return json.toString().getBytes(StandardCharsets.UTF_8);
  }
}
