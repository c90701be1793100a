package ticklane.core;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;

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
  }

  /** The reply, null as long as the lane hasn't acted. */
  String reply() {
    return reply;
  }
}
