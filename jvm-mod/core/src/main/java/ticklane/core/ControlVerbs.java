package ticklane.core;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What each verb of the control protocol does. Verbs that read are answered at once, from the board
 * and the files; verbs that act are queued to a lane; whoever waits is left to {@link Waits}.
 */
final class ControlVerbs implements ControlConnection.Handler {
  private static final Logger LOG = LoggerFactory.getLogger(ControlVerbs.class);

  static final int PROTOCOL = 1;
  private static final double MAX_WAIT_S = 55;
  private static final long WRITTEN_NANOS = 250_000_000;
  private static final List<String> TIME_ACTIONS =
      List.of("freeze", "unfreeze", "step", "sprint", "stop", "rate", "query");
  private static final List<String> UNTIL = List.of("ended", "line", "record");

  private final Core core;
  private final byte[] token;

  ControlVerbs(Core core, String token) {
    this.core = core;
    this.token = token.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public byte[] hello(RequestHeader header) throws ControlException {
    String verb = header.required("verb");
    if (!verb.equals("hello")) {
      throw new ControlException(
          ControlException.BAD_REQUEST, "the first request must be hello, got " + verb);
    }
    byte[] given = header.text("token", "").getBytes(StandardCharsets.UTF_8);
    if (!MessageDigest.isEqual(given, token)) {
      LOG.warn("control connection refused: wrong token");
      throw new ControlException(
          ControlException.BAD_TOKEN, "wrong token: read it from mc-agent/endpoint.json");
    }
    long protocol = header.whole("protocol", PROTOCOL, 0, Integer.MAX_VALUE);
    if (protocol != PROTOCOL) {
      throw new ControlException(
          ControlException.REFUSED,
          "this game speaks control protocol " + PROTOCOL + ", the client " + protocol);
    }
    return bytes(core.hello());
  }

  @Override
  public void closed(ControlConnection connection) {
    core.waits().signal(); // its waits have nobody to answer
  }

  @Override
  public void handle(ControlRequest request) throws ControlException {
    switch (request.verb) {
      case "ping" ->
          request.answer(bytes(property("tick", new JsonPrimitive(core.board().tick()))));
      case "status" -> status(request);
      case "list" -> list(request);
      case "process" -> request.answer(bytes(ProcessFigures.all(request.header.flag("collect"))));
      case "output" -> output(request);
      case "events" -> events(request);
      case "time" -> time(request);
      case "announce" -> announce(request);
      case "picture" -> picture(request);
      case "shutdown" -> {
        request.answer(bytes(property("stopping", new JsonPrimitive(true))));
        LOG.info("shutdown asked by a client");
        core.shutdown();
      }
      case "start" -> start(request);
      case "stop" -> stop(request);
      case "pause", "resume" -> pauseOrResume(request);
      case "hello" ->
          throw new ControlException(
              ControlException.BAD_REQUEST, "hello was said already on this connection");
      default ->
          throw new ControlException(
              ControlException.UNKNOWN_VERB,
              "no verb '"
                  + request.verb
                  + "'; there are: ping status list process output events time announce picture shutdown start stop"
                  + " pause resume");
    }
  }

  static byte[] bytes(JsonObject json) {
    return json.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static JsonObject property(String key, JsonPrimitive value) {
    JsonObject json = new JsonObject();
    json.add(key, value);
    return json;
  }

  private static long waitNanos(RequestHeader header, double otherwise) throws ControlException {
    return (long) (header.number("wait_s", otherwise, 0, MAX_WAIT_S) * 1e9);
  }

  private void status(ControlRequest request) throws ControlException {
    RequestHeader header = request.header;
    Script script = core.board().script(header.required("script"));
    StatusWait.Until until = until(header);
    long since = header.whole("since_line", -1, -1, Long.MAX_VALUE);
    boolean full = header.oneOf("detail", "short", List.of("short", "full")).equals("full");
    long wait = waitNanos(header, 0);
    StatusWait status =
        new StatusWait(
            core,
            request,
            script,
            new StatusWait.Wish(
                until,
                since >= 0 ? since : script.lines.next(),
                script.records.total(),
                full,
                wait,
                since >= 0));
    long now = System.nanoTime();
    if (!status.settle(now, wait == 0)) {
      core.waits().add(status);
    }
  }

  private static StatusWait.Until until(RequestHeader header) throws ControlException {
    return switch (header.oneOf("until", "ended", UNTIL)) {
      case "line" -> StatusWait.Until.LINE;
      case "record" -> StatusWait.Until.RECORD;
      default -> StatusWait.Until.ENDED;
    };
  }

  private void list(ControlRequest request) throws ControlException {
    String which = request.header.oneOf("state", "all", List.of("live", "ended", "all"));
    int limit = (int) request.header.whole("limit", 50, 1, 1000);
    request.answer(
        bytes(
            ListJson.of(
                core.board(),
                core.info(),
                core.clock().state(),
                core.options().laneBudgetMs(),
                core.laneNames(),
                which,
                limit)));
  }

  private void output(ControlRequest request) throws ControlException {
    RequestHeader header = request.header;
    Script script = core.board().script(header.required("script"));
    OutputQuery query =
        new OutputQuery(
            (int) header.whole("generation", -1, -1, Integer.MAX_VALUE),
            header.whole("since", 0, 0, Long.MAX_VALUE),
            header.strings("keys"),
            (int) header.whole("limit", 100, 1, 100_000),
            (int) header.whole("every", 1, 1, Integer.MAX_VALUE),
            (int) header.whole("max_bytes", 20_000, 100, 12 << 20));
    ScriptOutput output = script.output;
    OutputPage page;
    if (output == null) {
      page =
          new OutputPage(query.since(), query.since(), false, 0, 0, false, false, 0, "", List.of());
    } else {
      core.store().awaitWritten(output, WRITTEN_NANOS);
      page = output.page(query);
    }
    JsonObject answer = new JsonObject();
    answer.addProperty("id", script.id);
    answer.addProperty("generation", script.generation);
    answer.addProperty("since", page.since());
    answer.addProperty("next", page.next());
    answer.addProperty("more", page.more());
    answer.addProperty("total", page.total());
    answer.addProperty("dropped", page.dropped());
    answer.addProperty("truncated", page.truncated());
    answer.addProperty("reset", page.reset());
    if (page.lost() > 0) {
      answer.addProperty("lost", page.lost());
      answer.addProperty("lost_why", page.lostWhy());
    }
    // The rows are JSON already: joined as text, never parsed.
    String head = answer.toString();
    request.answer(
        (head.substring(0, head.length() - 1)
                + ",\"rows\":["
                + String.join(",", page.rows())
                + "]}")
            .getBytes(StandardCharsets.UTF_8));
  }

  private void events(ControlRequest request) throws ControlException {
    RequestHeader header = request.header;
    long since = header.whole("since", 0, -1, Long.MAX_VALUE);
    int limit = (int) header.whole("limit", 200, 1, 1000);
    String script = header.text("script", "");
    long wait = waitNanos(header, 0);
    long from = since < 0 ? core.events().next() : since;
    EventWait events = new EventWait(core.events(), request, from, limit, script, wait);
    if (!events.settle(System.nanoTime(), wait == 0)) {
      core.waits().add(events);
    }
  }

  private void time(ControlRequest request) throws ControlException {
    RequestHeader header = request.header;
    GameClock clock = core.clock();
    String action = header.oneOf("action", "query", TIME_ACTIONS);
    long wait = waitNanos(header, 0);
    long before = action.equals("query") ? GameClock.NONE : clock.underWay();
    Advance advance;
    try {
      advance = act(clock, action, header);
    } catch (IllegalArgumentException e) {
      throw new ControlException(ControlException.BAD_REQUEST, e.getMessage());
    } catch (IllegalStateException e) {
      throw new ControlException(ControlException.REFUSED, e.getMessage());
    }
    core.clockChanged();
    TimeWait answer = new TimeWait(core, request, advance, before, wait);
    if (!answer.settle(System.nanoTime(), false)) {
      core.waits().add(answer);
    }
  }

  /** What the answer tells of: the step or sprint asked for, or ended, or under way. */
  private static Advance act(GameClock clock, String action, RequestHeader header)
      throws ControlException {
    long number = header.whole("number", 0, 0, Long.MAX_VALUE);
    Advance known = number == 0 ? clock.advance() : clock.advance(number);
    if (number != 0 && known == null) {
      throw new IllegalStateException("no step or sprint has number %d".formatted(number));
    }
    boolean goesOn = known != null && !known.progress().over();
    switch (action) {
      case "freeze" -> clock.freeze();
      case "unfreeze" -> clock.unfreeze();
      case "step" -> {
        return clock.step(header.whole("ticks", 1, 1, Long.MAX_VALUE));
      }
      case "sprint" -> {
        long ticks = header.whole("ticks", Advance.ENDLESS, Advance.ENDLESS, Long.MAX_VALUE);
        return clock.sprint(ticks);
      }
      case "stop" -> {
        if (!clock.stop()) {
          throw new IllegalStateException("there is no step or sprint to stop");
        }
      }
      case "rate" -> clock.rate(header.number("rate", 20, 1, 10_000));
      default -> {
        return known;
      }
    }
    return goesOn ? known : null;
  }

  private void announce(ControlRequest request) throws ControlException {
    core.announce(request.header.text("mcp_url", ""), request.header.text("mcp_token", ""));
    request.answer(bytes(new JsonObject()));
  }

  /**
   * The answer: four bytes with the length of the facts, the facts, red green blue of each pixel.
   */
  private void picture(ControlRequest request) throws ControlException {
    RequestHeader header = request.header;
    PictureRequest wanted =
        new PictureRequest(
            header.oneOf("camera", "eye", List.of("eye", "orbit", "top", "iso")),
            header.number("x", Double.NaN, -3e7, 3e7),
            header.number("y", Double.NaN, -3e7, 3e7),
            header.number("z", Double.NaN, -3e7, 3e7),
            header.number("yaw", Double.NaN, -1e6, 1e6),
            header.number("pitch", Double.NaN, -90, 90),
            header.number("distance", Double.NaN, 0.1, 500),
            header.number("span", Double.NaN, 0.5, 1000),
            header.number("fov", Double.NaN, 5, 150),
            (int) header.whole("width", 640, 16, 1920),
            (int) header.whole("height", 360, 16, 1080),
            !header.flag("plain"),
            false,
            0);
    PictureSource source = core.pictures();
    source.take(
        wanted,
        picture -> {
          byte[] facts = bytes(picture.facts());
          request.answer(
              ByteBuffer.allocate(4 + facts.length + picture.rgb().length)
                  .putInt(facts.length)
                  .put(facts)
                  .put(picture.rgb())
                  .array());
        },
        why -> request.fail(new ControlException(ControlException.NOT_HERE, why)));
  }

  private void start(ControlRequest request) throws ControlException {
    RequestHeader header = request.header;
    Acting lane = core.acting(header.text("lane", ""));
    refuseElsewhere(header.text("script", ""), lane);
    StatusWait.Until until = until(header);
    boolean full = header.oneOf("detail", "short", List.of("short", "full")).equals("full");
    long wait = waitNanos(header, 0);
    if (request.body.length == 0) {
      throw new ControlException(
          ControlException.BAD_REQUEST, "start needs a StartRequest as body");
    }
    ByteBuffer body = ByteBuffer.allocateDirect(request.body.length);
    body.put(request.body).flip();
    queue(
        request,
        lane,
        new LaneRequest("start", header.text("script", ""), body, act(header)),
        null,
        new StatusWait.Wish(until, 0, 0, full, wait));
  }

  /** A one-off says what it is; whatever else is started is a script. */
  private static Authority.Act act(RequestHeader header) throws ControlException {
    return switch (header.oneOf("one_off", "", List.of("", "code", "command"))) {
      case "code" -> Authority.Act.CODE;
      case "command" -> Authority.Act.COMMAND;
      default -> Authority.Act.SCRIPT;
    };
  }

  /** An id names one script of the game, whatever its lane. */
  private void refuseElsewhere(String id, Acting lane) throws ControlException {
    Script living = core.board().find(id);
    if (living != null && !living.ended() && !living.lane.equals(lane.name())) {
      throw new ControlException(
          ControlException.REFUSED,
          "script '%s' runs on the %s lane; stop it first, or take another id"
              .formatted(id, living.lane));
    }
  }

  private void stop(ControlRequest request) throws ControlException {
    Script script = core.board().script(request.header.required("script"));
    StatusWait.Wish wish =
        new StatusWait.Wish(
            StatusWait.Until.ENDED,
            script.lines.next(),
            script.records.total(),
            false,
            waitNanos(request.header, 2));
    if (script.ended()) {
      request.answer(StatusWait.compose(core, script, wish, ""));
      return;
    }
    Acting lane = core.actingOf(script);
    // First: once the lane has the request, its step is one of the script's last calls.
    lane.askStop(script);
    queue(request, lane, new LaneRequest("stop", script.id, null), script, wish);
  }

  private void pauseOrResume(ControlRequest request) throws ControlException {
    Script script = core.board().script(request.header.required("script"));
    if (script.ended()) {
      throw new ControlException(
          ControlException.REFUSED,
          "script '%s' has ended (%s); there is nothing to %s"
              .formatted(script.id, script.view().text("reason"), request.verb));
    }
    queue(
        request,
        core.actingOf(script),
        new LaneRequest(request.verb, script.id, null),
        null,
        new StatusWait.Wish(
            StatusWait.Until.ENDED, script.lines.next(), script.records.total(), false, 0));
  }

  private void queue(
      ControlRequest request,
      Acting lane,
      LaneRequest queued,
      Script stopping,
      StatusWait.Wish wish)
      throws ControlException {
    lane.queue(queued);
    core.waits().add(new LaneWait(core, request, lane, queued, stopping, wish));
  }

  /** Error types that Python may answer with; others would be a slip and are internal. */
  static ControlException refusal(JsonObject error) {
    String type =
        error.get("type") instanceof JsonPrimitive given
            ? given.getAsString()
            : ControlException.INTERNAL;
    String message = error.get("message") instanceof JsonPrimitive given ? given.getAsString() : "";
    boolean known =
        List.of(
                ControlException.BAD_REQUEST,
                ControlException.UNKNOWN_SCRIPT,
                ControlException.REFUSED,
                ControlException.NOT_HERE,
                ControlException.BUSY,
                ControlException.LIMIT,
                ControlException.GAME_STOPPED,
                ControlException.INTERNAL)
            .contains(type);
    return known
        ? new ControlException(type, message)
        : new ControlException(ControlException.INTERNAL, type + ": " + message);
  }
}
