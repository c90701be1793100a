package ticklane.core;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** A request on its way through a lane. */
final class LaneRequest {
  final String verb;
  final String script;

  /** Direct, or null. */
  final ByteBuffer body;

  /** What a start is of. */
  final Authority.Act act;

  private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.QUEUED);
  private volatile String reply;
  private Action action;
  private Consumer<String> then = reply -> {};

  private enum Stage {
    QUEUED,
    TAKEN,
    CANCELLED
  }

  LaneRequest(String verb, String script, ByteBuffer body) {
    this(verb, script, body, Authority.Act.SCRIPT);
  }

  LaneRequest(String verb, String script, ByteBuffer body, Authority.Act act) {
    this.verb = verb;
    this.script = script;
    this.body = body;
    this.act = act;
  }

  /** What Java itself does on the lane's thread. */
  @FunctionalInterface
  interface Action {
    /** Gives the answer; throws HostException when it can't. */
    String on(LaneBridge bridge);
  }

  /** A request that needs no Python; {@code then} gets "+" and the answer, or "-" and an error. */
  static LaneRequest of(Action action, Consumer<String> then) {
    LaneRequest request = new LaneRequest("", "", null).then(then);
    request.action = action;
    return request;
  }

  /** Whoever is told the reply, on the lane's thread; must not wait. Before it is queued. */
  LaneRequest then(Consumer<String> then) {
    this.then = then;
    return this;
  }

  /** What Java does itself, null for what Python does. */
  Action action() {
    return action;
  }

  /** The lane begins with it; false when nobody wants it any more. */
  boolean take() {
    return stage.compareAndSet(Stage.QUEUED, Stage.TAKEN);
  }

  /** Takes the request back; false when the lane has it. */
  boolean cancel() {
    return stage.compareAndSet(Stage.QUEUED, Stage.CANCELLED);
  }

  /** "+" and the reply's JSON, or "-" and an error's. */
  void done(String reply) {
    this.reply = reply;
    then.accept(reply);
  }

  /** The reply, null as long as the lane hasn't acted. */
  String reply() {
    return reply;
  }
}
