package ticklane.core;

/** An {@code events} request that may wait for one. */
record EventWait(
    EventStream events,
    ControlRequest request,
    long since,
    int limit,
    String script,
    long deadline,
    boolean waits)
    implements Waits.Wait {

  EventWait(
      EventStream events,
      ControlRequest request,
      long since,
      int limit,
      String script,
      long waitNanos) {
    this(events, request, since, limit, script, System.nanoTime() + waitNanos, waitNanos > 0);
  }

  @Override
  public boolean settle(long now, boolean late) {
    if (request.isAbandoned()) {
      return true;
    }
    if (!late && !events.hasSince(since, script)) {
      return false;
    }
    request.answer(ControlVerbs.bytes(events.page(since, limit, script)));
    return true;
  }
}
