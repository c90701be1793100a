package ticklane.core;

/** What acts on the requests for one lane: a tick thread, or whoever keeps its processes. */
interface Acting {
  String name();

  /** Queues a request; who waits is told by the request itself. Any thread. */
  void queue(LaneRequest request) throws ControlException;

  /** A stop is being queued. Any thread. */
  void askStop(Script script);

  /** What keeps it from acting, for people. Any thread. */
  String holder(long now);
}
