package ticklane.core;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Stands in for Python: writes the same buffers and makes the same bridge calls. {@code start}
 * begins a script named by the request's body; {@code stop} ends it.
 */
final class FakeRuntime implements LaneRuntime {
  /** What was called, in order. */
  final List<String> calls = Collections.synchronizedList(new ArrayList<>());

  volatile LaneBridge bridge;

  /** Runs in every step, with the tick. */
  volatile LongConsumer onStep = tick -> {};

  /** Answers control calls. */
  volatile Control onControl = this::startOrStop;

  private final String[] ids = new String[Ledger.SLOTS];
  private long serial;

  /** As {@link LaneRuntime#control}. */
  interface Control {
    String answer(String verb, String script, String body);
  }

  /** To be given to Core. */
  LaneRuntime open(CoreOptions options, LaneBridge bridge) {
    this.bridge = bridge;
    calls.add("open " + options.python());
    return this;
  }

  private String startOrStop(String verb, String script, String body) {
    switch (verb) {
      case "start" -> {
        start(body.isEmpty() ? script : body);
        return "+{\"id\":\"" + (body.isEmpty() ? script : body) + "\"}";
      }
      case "stop" -> {
        end(slot(script), "stopped");
        return "+{}";
      }
      default -> {
        bridge.publish(
            slot(script), "{\"state\":\"" + (verb.equals("pause") ? "paused" : "running") + "\"}");
        return "+{}";
      }
    }
  }

  int slot(String id) {
    for (int slot = 0; slot < ids.length; slot++) {
      if (id.equals(ids[slot])) {
        return slot;
      }
    }
    throw new IllegalStateException("no script " + id);
  }

  int start(String id) {
    return start(id, 1, "");
  }

  int start(String id, int generation, String runDir) {
    int slot = 0;
    while (ids[slot] != null) {
      slot++;
    }
    ids[slot] = id;
    bridge.openOutput(slot, id, generation, runDir, 0, 0);
    bridge.publish(
        slot,
        "{\"id\":\"%s\",\"generation\":%d,\"state\":\"running\",\"lane\":\"server\",\"budget_ms\":2,\"hard_ms\":250}"
            .formatted(id, generation));
    ledger(0, Math.max(slot + 1, bridge.ledger().getLong(0)));
    for (int field = 0; field < 8; field++) {
      ledger(8 * (8 + 8 * slot + field), 0);
    }
    ledger(8 * (8 + 8 * slot), 1);
    return slot;
  }

  void end(int slot, String reason) {
    ids[slot] = null;
    bridge.publish(slot, "{\"state\":\"ended\",\"reason\":\"" + reason + "\"}");
    ledger(8 * (8 + 8 * slot), 0);
  }

  private void ledger(int offset, long value) {
    bridge.ledger().putLong(offset, value);
  }

  /** What Python notes of a step. */
  void noteStep(int slot, long elapsed, long wallNanos, long overruns) {
    noteStep(slot, elapsed, wallNanos, 0, overruns);
  }

  void noteStep(int slot, long elapsed, long wallNanos, long cpuNanos, long overruns) {
    int at = 8 * (8 + 8 * slot);
    ledger(at + 8, elapsed);
    ledger(at + 16, wallNanos);
    ledger(at + 24, cpuNanos);
    ledger(at + 32, overruns);
    ledger(at + 40, bridge.tick());
    ledger(at + 48, 1);
    ledger(at + 56, bridge.ledger().getLong(at + 56) + 1);
  }

  void askForEntities() {
    ledger(8, 1);
  }

  /** Opens a script's step in the watch buffer and returns its serial. */
  long openStep(int slot, long hardNanos) {
    return openStep(bridge.watch(), ++serial, slot, hardNanos);
  }

  static long openStep(ByteBuffer watch, long serial, int slot, long hardNanos) {
    long now = System.nanoTime();
    watch.putLong(WatchBuffer.SLOT, slot);
    watch.putLong(WatchBuffer.STARTED, now);
    watch.putLong(WatchBuffer.DEADLINE, now + hardNanos);
    java.lang.invoke.VarHandle.fullFence();
    watch.putLong(WatchBuffer.SERIAL, serial);
    java.lang.invoke.VarHandle.fullFence();
    return serial;
  }

  static void closeStep(ByteBuffer watch) {
    watch.putLong(WatchBuffer.SERIAL, 0);
    watch.put(WatchBuffer.FLAG, (byte) 0);
    java.lang.invoke.VarHandle.fullFence();
  }

  @Override
  public String pythonVersion() {
    return "3.13.0";
  }

  @Override
  public String magic() {
    return "f30d0d0a";
  }

  @Override
  public void step(long tick) {
    calls.add("step " + tick);
    onStep.accept(tick);
  }

  /** How many scripts wait for their world. */
  volatile int waiting;

  @Override
  public int unload(String why, double waitS) {
    calls.add("unload " + why);
    return waiting;
  }

  @Override
  public void comeBack(long tick) {
    calls.add("comeBack " + tick);
  }

  @Override
  public String control(String verb, String script, ByteBuffer body) {
    calls.add(verb + " " + script);
    String text = "";
    if (body != null) {
      byte[] bytes = new byte[body.remaining()];
      body.duplicate().get(bytes);
      text = new String(bytes, StandardCharsets.UTF_8);
    }
    return onControl.answer(verb, script, text);
  }

  @Override
  public void close(String reason) {
    calls.add("close " + reason);
  }

  @Override
  public void dispose() {
    calls.add("dispose");
  }
}
