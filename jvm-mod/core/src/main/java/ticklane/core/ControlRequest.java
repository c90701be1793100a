package ticklane.core;

import java.util.concurrent.atomic.AtomicBoolean;

/** One request on a connection; answered exactly once, from any thread, without blocking. */
class ControlRequest {
  final String verb;
  final RequestHeader header;
  final byte[] body;
  private final ControlConnection connection;
  private final long id;
  private final AtomicBoolean answered = new AtomicBoolean();

  ControlRequest(
      ControlConnection connection, long id, String verb, RequestHeader header, byte[] body) {
    this.connection = connection;
    this.id = id;
    this.verb = verb;
    this.header = header;
    this.body = body;
  }

  void answer(byte[] json) {
    if (answered.compareAndSet(false, true)) {
      connection.answer(id, json);
    }
  }

  void fail(ControlException error) {
    if (answered.compareAndSet(false, true)) {
      connection.fail(id, error);
    }
  }

  /** Nobody will read an answer. */
  boolean isAbandoned() {
    return connection.isClosed();
  }
}
