package ticklane.core;

import java.util.concurrent.atomic.AtomicBoolean;

/** One request on a connection; answered exactly once, from any thread, without blocking. */
final class ControlRequest {
  final String verb;
  final RequestHeader header;
  final byte[] body;
  private final Replies replies;
  private final long id;
  private final AtomicBoolean answered = new AtomicBoolean();

  /** Where answers go. Any thread, without blocking. */
  interface Replies {
    void answer(long id, byte[] json);

    void fail(long id, ControlException error);

    /** Nobody reads answers any more. */
    boolean isClosed();
  }

  ControlRequest(Replies replies, long id, String verb, RequestHeader header, byte[] body) {
    this.replies = replies;
    this.id = id;
    this.verb = verb;
    this.header = header;
    this.body = body;
  }

  void answer(byte[] json) {
    if (answered.compareAndSet(false, true)) {
      replies.answer(id, json);
    }
  }

  void fail(ControlException error) {
    if (answered.compareAndSet(false, true)) {
      replies.fail(id, error);
    }
  }

  /** Nobody will read an answer. */
  boolean isAbandoned() {
    return replies.isClosed();
  }
}
