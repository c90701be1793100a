package ticklane.core;

import com.google.gson.JsonObject;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One tick thread with one Python interpreter: after each tick it handles the requests that were
 * queued, steps the scripts and brings the board up to date. All public methods but {@link #wake}
 * belong to that thread.
 */
public final class Lane implements Acting, Board.LaneInfo {
  private static final Logger LOG = LoggerFactory.getLogger(Lane.class);
  private static final int MAX_QUEUED = 1024;

  /**
   * The stack of a thread that opens a lane, where its maker is free to choose: C code recurses
   * once a level of nested objects, so 10^6 nested maps need 130 MB and end the process on a
   * smaller one. Address space only: what isn't used costs no memory.
   */
  public static final long STACK_BYTES = 512L << 20;

  private final String name;
  private final Core core;
  private final boolean leads;
  private final long patience;
  private final WatchBuffer watch = new WatchBuffer();
  private final Ledger ledger = new Ledger();
  private final ScriptSlots slots;
  private final LaneSteps steps;
  private final LaneBridge bridge;
  private final AuthGate auth;
  private final LaneRuntime.Factory runtimes;
  private final ConcurrentLinkedQueue<LaneRequest> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger queued = new AtomicInteger();
  private LaneRuntime runtime;
  private volatile Thread thread;
  private volatile boolean open;
  private volatile boolean closed;
  private volatile boolean hurried;
  private volatile String away = "";
  private volatile boolean woken;
  private volatile boolean nudged;
  private volatile long lastSeen = System.nanoTime();
  private final StepTimes times = new StepTimes();
  private volatile double mspt;
  private volatile long longestGateWait;
  private final AtomicLong missed = new AtomicLong();
  private volatile long tick;
  private long tickBegan;
  private long failures;

  /**
   * A lane that isn't open yet.
   *
   * @param leads its ticks are the game's
   * @param patience nanoseconds it waits for another lane to leave Python before it lets a step go;
   *     0: it never does
   */
  Lane(
      String name,
      GameHost host,
      Core core,
      LaneRuntime.Factory runtimes,
      boolean leads,
      long patience) {
    this.name = name;
    this.core = core;
    this.leads = leads;
    this.patience = patience;
    this.runtimes = runtimes;
    auth = new AuthGate(host);
    slots = new ScriptSlots(core, name, watch, ledger);
    steps = new LaneSteps(core, name, slots);
    bridge = new LaneBridge(core, name, host, watch, ledger, slots, steps);
  }

  @Override
  public String name() {
    return name;
  }

  /** Milliseconds a tick takes lately, this lane's step included. */
  @Override
  public double mspt() {
    return mspt;
  }

  /** What the lane's own steps took of the tick: control requests, scripts, board. */
  @Override
  public StepTimes times() {
    return times;
  }

  /** The longest it has waited for another lane to leave Python. */
  @Override
  public double longestGateWaitMs() {
    return longestGateWait / 1e6;
  }

  @Override
  public long missed() {
    return missed.get();
  }

  @Override
  public long tick() {
    return tick;
  }

  @Override
  public String thread() {
    Thread current = thread;
    return current == null ? "" : current.getName();
  }

  /** Why the world that the lane sees isn't there, "" while it is. */
  @Override
  public String away() {
    return away;
  }

  /** So many ticks of the game went by without a step of this lane. The lane's thread. */
  public void missed(long ticks) {
    missed.addAndGet(ticks);
  }

  ScriptSlots slots() {
    return slots;
  }

  WatchBuffer watch() {
    return watch;
  }

  LaneBridge bridge() {
    return bridge;
  }

  /**
   * Starts the interpreter and the runtime in it. Once, on the lane's thread.
   *
   * @throws IllegalStateException saying what of Python doesn't work
   */
  public void open() {
    if (thread != null) {
      throw new IllegalStateException("lane " + name + " was opened already");
    }
    thread = Thread.currentThread();
    core.gate().enter();
    try {
      runtime = runtimes.open(core.options(), bridge);
      core.interrupter().start();
    } finally {
      core.gate().leave();
    }
    core.python(runtime.pythonVersion(), runtime.magic());
    core.watchdog().watch(watch, (long) core.options().scriptMemoryMib() << 20, steps);
    open = true;
    tickBegan = System.nanoTime();
    LOG.info("lane {} open, Python {}", name, runtime.pythonVersion());
  }

  /**
   * After each tick: queued requests first, then the scripts' step, then the board. Waits while
   * another lane is in Python; a lane whose patience is bounded lets the step go then, and counts
   * it. Throws nothing.
   *
   * @param tick the tick just completed
   */
  public void step(long tick) {
    long began = System.nanoTime();
    lastSeen = began;
    this.tick = tick;
    if (leads) {
      core.board().tick(tick);
    }
    bridge.tick(tick);
    bridge.forgetEntities();
    if (ledger.takeEntitiesAsked()) {
      prefill();
    }
    if (!enter()) {
      missed.incrementAndGet();
      return;
    }
    nudged = false; // not before: a step that is let go has found nothing of it
    try {
      serve();
      endWhatIsRevoked();
      runtime.step(tick);
    } catch (RuntimeException | Error e) {
      failed("step", e);
    } finally {
      leave();
    }
    bridge.forgetEntities();
    slots.settle();
    if (leads) {
      tellProcesses(() -> core.parallel().stepped(bridge, tick));
    }
    long now = System.nanoTime();
    times.add(now - began);
    mspt = smooth(mspt, now - tickBegan);
    tickBegan = now;
    lastSeen = now;
  }

  /** A mean over about the last 50 ticks. */
  private static double smooth(double mean, long nanos) {
    double ms = nanos / 1e6;
    return mean == 0 ? ms : mean + (ms - mean) * 0.02;
  }

  private void prefill() {
    try {
      bridge.prefill();
    } catch (RuntimeException e) {
      failed("filling the entity columns", e); // the script that asks will get the error
    }
  }

  /** Into Python; false when another lane was in for longer than this one waits. */
  private boolean enter() {
    long asked = System.nanoTime();
    if (patience == 0 || closed) {
      core.gate().enter();
    } else if (!core.gate().tryEnter(patience)) {
      longestGateWait = Math.max(longestGateWait, System.nanoTime() - asked);
      return false;
    }
    long now = System.nanoTime();
    if (now - asked > longestGateWait) {
      longestGateWait = now - asked;
    }
    watch.entering(now);
    core.watchdog().entered();
    return true;
  }

  private void leave() {
    watch.left();
    core.gate().leave();
  }

  /** A slip of the runtime must not end the game: the tick goes on, the log has it. */
  private void failed(String what, Throwable e) {
    if (e instanceof VirtualMachineError && !(e instanceof StackOverflowError)) {
      throw (Error) e;
    }
    failures++;
    if (failures <= 10 || failures % 1000 == 0) {
      LOG.error("lane {}: {} failed ({} failures so far)", name, what, failures, e);
    }
  }

  /** Handles what is queued, inside the gate. */
  private void serve() {
    for (LaneRequest request = queue.poll(); request != null; request = queue.poll()) {
      queued.decrementAndGet();
      if (!request.take()) {
        continue;
      }
      if (request.verb.equals("stop")) {
        slots.stopServed(core.board().find(request.script));
      } else if (hurried) {
        request.done(error(ControlException.GAME_STOPPED, "the game is stopping"));
        core.waits().signal();
        continue;
      } else if (request.verb.equals("start") && !away.isEmpty()) {
        request.done(error(ControlException.NOT_HERE, left()));
        core.waits().signal();
        continue;
      }
      String refused = request.verb.equals("start") ? auth.refusal(request.act) : "";
      if (!refused.isEmpty()) {
        request.done(error(ControlException.REFUSED, refused));
        core.waits().signal();
        continue;
      }
      String reply;
      try {
        reply =
            request.action() == null
                ? runtime.control(request.verb, request.script, request.body)
                : "+" + request.action().on(bridge);
        if (reply == null || reply.isEmpty()) {
          reply = error(ControlException.INTERNAL, "the runtime gave no answer");
        }
      } catch (HostException e) {
        reply = error(e.kind(), e.getMessage());
      } catch (RuntimeException | Error e) {
        failed("control " + request.verb, e);
        reply = error(ControlException.INTERNAL, e.toString());
      }
      slots.settle();
      if (request.verb.equals("start") && reply.startsWith("+")) {
        auth.started(request.script, request.act, slots::ids);
      }
      request.done(reply);
      core.waits().signal();
    }
  }

  private String left() {
    return "the %s lane has just lost its world (%s): start it again".formatted(name, away);
  }

  /** The player has lost rights: what was started with them ends, inside the gate. */
  private void endWhatIsRevoked() {
    if (!auth.changed()) {
      return;
    }
    for (String id : auth.revoked(slots.ids())) {
      slots.say(id, "ended: the player may no longer cheat here");
      try {
        runtime.control("stop", id, null);
      } catch (RuntimeException | Error e) {
        failed("ending what was revoked", e);
      }
    }
    slots.settle();
  }

  /**
   * Whether the player could cheat here without Ticklane, as of the last tick: what isn't a script,
   * such as a patch, is silent where not. Any thread.
   */
  public boolean mayCheat() {
    return auth.mayCheat();
  }

  private static String error(String type, String message) {
    JsonObject error = new JsonObject();
    error.addProperty("type", type);
    error.addProperty("message", message);
    return "-" + error;
  }

  /**
   * The pacing wait: handles queued requests until {@link System#nanoTime} reaches {@code nanoTime}
   * or {@link #wake} is called. A wake that came since the last call counts.
   */
  public void drainUntil(long nanoTime) {
    drain(nanoTime, false);
  }

  /** As {@link #drainUntil}; returns as well when there is something to step for. */
  public void awaitWork(long nanoTime) {
    drain(nanoTime, true);
  }

  private void drain(long nanoTime, boolean forWork) {
    while (true) {
      heartbeat();
      if (forWork && hasWork()) {
        break;
      }
      long left = nanoTime - System.nanoTime();
      if (left <= 0 || woken) {
        break;
      }
      if (queue.isEmpty()) {
        LockSupport.parkNanos(this, left);
      }
      if (Thread.interrupted()) {
        Thread.currentThread().interrupt();
        break; // a park that returns at once would spin
      }
    }
    woken = false;
    tickBegan = System.nanoTime();
    lastSeen = tickBegan;
  }

  /** Handles what is queued and returns at once: for loops that wait by other means. */
  public void heartbeat() {
    lastSeen = System.nanoTime();
    if ((queue.isEmpty() && !auth.changed()) || !open || !enter()) {
      return;
    }
    try {
      bridge.forgetEntities();
      serve();
      endWhatIsRevoked();
    } finally {
      leave();
    }
    bridge.forgetEntities();
    slots.settle();
    if (leads) {
      tellProcesses(() -> core.parallel().changed(bridge));
    }
    tickBegan = System.nanoTime();
    lastSeen = tickBegan;
  }

  private void tellProcesses(Runnable tell) {
    try {
      tell.run();
    } catch (RuntimeException e) {
      failed("sharing the entity columns", e);
    }
  }

  /** Whether a step would do anything: a script lives, or another lane has asked for something. */
  public boolean hasWork() {
    return nudged || slots.hasLive();
  }

  /** There is something for its next step. Any thread. */
  void nudge() {
    nudged = true;
    LockSupport.unpark(thread);
  }

  /** Ends a {@link #drainUntil} early: the clock changed, or the game is stopping. Any thread. */
  public void wake() {
    woken = true;
    LockSupport.unpark(thread);
  }

  /**
   * The game is stopping: what runs on has a moment to end by itself and is unwound then, so that
   * the thread soon comes by to {@link #close}. Any thread, doesn't block.
   */
  public void hurry() {
    if (!hurried) {
      hurried = true;
      watch.hurry(System.nanoTime());
      if (!closed) {
        slots.askStopOfAll();
      }
      core.watchdog().limitsChanged();
    }
    wake();
  }

  /**
   * A stop is being queued: a step of the script that is under way has a moment to end by itself
   * and is unwound then. Any thread.
   */
  @Override
  public void askStop(Script script) {
    slots.askStop(script);
    core.watchdog().limitsChanged();
  }

  /** Queues a request for the lane's next step or wait. Any thread. */
  @Override
  public void queue(LaneRequest request) throws ControlException {
    if (closed && !away.isEmpty()) {
      throw new ControlException(ControlException.NOT_HERE, left());
    }
    if (closed) {
      throw new ControlException(
          ControlException.GAME_STOPPED, "the " + name + " lane is closed: the game is stopping");
    }
    if (queued.incrementAndGet() > MAX_QUEUED) {
      queued.decrementAndGet();
      throw new ControlException(
          ControlException.LIMIT, MAX_QUEUED + " requests wait for the " + name + " lane already");
    }
    queue.add(request);
    LockSupport.unpark(thread);
    if (closed) {
      refuseQueued();
    }
  }

  /** What keeps the lane from acting, for people. Any thread. */
  @Override
  public String holder(long now) {
    long inside = watch.insideFor(now);
    if (inside < 0) {
      return "the game itself holds its thread since %d ms".formatted((now - lastSeen) / 1_000_000);
    }
    int slot = watch.openSlot();
    Script script = slots.at(slot);
    Standing place = slot == WatchBuffer.NONE ? null : steps.place(slot);
    return "%s holds it since %d ms%s"
        .formatted(
            LaneSteps.holder(script, place),
            inside / 1_000_000,
            place == null ? "" : ", " + place.words());
  }

  /**
   * The world that the lane sees is gone: scripts that don't wait for it end with world_unloaded,
   * the others pause. Until {@link #comeBack} the lane takes no steps and starts nothing; {@link
   * #drainUntil} goes on to serve what else is asked. The lane's thread.
   *
   * @param why for people: what has happened
   * @param most how long the wait may take
   * @return whether anybody waits
   */
  public boolean unload(String why, Duration most) {
    away = why;
    core.gate().enter();
    watch.entering(System.nanoTime());
    core.watchdog().entered();
    int waiting = 0;
    try {
      waiting = runtime.unload(why, most.toMillis() / 1e3);
    } catch (RuntimeException | Error e) {
      failed("unload", e);
    } finally {
      leave();
    }
    bridge.forgetEntities();
    slots.settle();
    return waiting > 0;
  }

  /** The world is there again: what has waited goes on in the next step. The lane's thread. */
  public void comeBack(long tick) {
    bridge.tick(tick);
    bridge.forgetEntities();
    core.gate().enter();
    watch.entering(System.nanoTime());
    core.watchdog().entered();
    try {
      runtime.comeBack(tick);
    } catch (RuntimeException | Error e) {
      failed("comeBack", e);
    } finally {
      leave();
    }
    away = "";
    bridge.forgetEntities();
    slots.settle();
    tickBegan = System.nanoTime();
    lastSeen = tickBegan;
  }

  /** Whether no script lives on it. The lane's thread. */
  public boolean isEmpty() {
    return slots.isEmpty();
  }

  /**
   * Ends all scripts, then the interpreter. Once, on the lane's thread.
   *
   * @param reason game_stopped or world_unloaded
   */
  public void close(String reason) {
    if (closed) {
      return;
    }
    closed = true;
    slots.stopsServed();
    if (open && enter()) {
      try {
        runtime.close(reason);
      } catch (RuntimeException | Error e) {
        failed("close", e);
      } finally {
        leave();
      }
      slots.settle();
      slots.abandonAll(reason);
      core.watchdog().unwatch(watch);
      core.gate().enter();
      try {
        runtime.dispose();
      } catch (RuntimeException e) {
        failed("closing the interpreter", e);
      } finally {
        core.gate().leave();
      }
      open = false;
    }
    refuseQueued();
  }

  private void refuseQueued() {
    for (LaneRequest request = queue.poll(); request != null; request = queue.poll()) {
      queued.decrementAndGet();
      if (request.take()) {
        request.done(
            away.isEmpty()
                ? error(ControlException.GAME_STOPPED, "the game is stopping")
                : error(ControlException.NOT_HERE, left()));
      }
    }
    core.waits().signal();
  }

  @Override
  public String toString() {
    return "lane " + name;
  }
}
