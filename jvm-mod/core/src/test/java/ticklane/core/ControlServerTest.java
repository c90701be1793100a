package ticklane.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ControlServerTest {
  @TempDir private Path folder;
  private TestCore test;
  private Core core;
  private ControlClient client;

  @BeforeEach
  void open() throws Exception {
    test = new TestCore(folder).ticking();
    core = test.core;
    client = ControlClient.greeted(core);
  }

  @AfterEach
  void close() throws Exception {
    client.close();
    test.close();
  }

  /** Runs on the lane's thread inside its next step. */
  private void inStep(Runnable action) {
    CountDownLatch done = new CountDownLatch(1);
    test.runtime.onStep =
        tick -> {
          if (done.getCount() > 0) {
            done.countDown();
            action.run();
          }
        };
    Eventually.until("step", () -> done.getCount() == 0);
  }

  private boolean ended(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read() < 0;
    } catch (java.net.SocketException e) {
      return true; // reset: unread bytes were left on the other side
    }
  }

  @Test
  void helloTellsWhatIsNeededToCompileForThisGame() throws Exception {
    try (ControlClient other = new ControlClient(core.port())) {
      var hello =
          other.call(
              "{\"verb\":\"hello\",\"token\":\"%s\",\"protocol\":1,\"client\":\"cli 0.1.0\"}"
                  .formatted(core.token()));
      assertThat(hello.body().get("python").getAsString()).isEqualTo("3.13.0");
      assertThat(hello.body().get("magic").getAsString()).isEqualTo("f30d0d0a");
      assertThat(hello.body().get("lanes").toString())
          .isEqualTo(ParallelLane.SUPPORTED ? "[\"server\",\"parallel\"]" : "[\"server\"]");
      assertThat(hello.body().getAsJsonObject("game").get("host").getAsString()).isEqualTo("stub");
      assertThat(hello.body().get("state").getAsString()).isEqualTo("running");
    }
  }

  @Test
  void wrongTokenIsToldAndTheConnectionEnds() throws Exception {
    for (String token : List.of("", "x", core.token().substring(1))) {
      try (ControlClient other = new ControlClient(core.port())) {
        var reply =
            other.call("{\"verb\":\"hello\",\"token\":\"%s\",\"protocol\":1}".formatted(token));
        assertThat(reply.error()).isEqualTo("bad_token");
        assertThat(ended(other.socket)).isTrue();
      }
    }
    assertThat(client.call("{\"verb\":\"ping\"}").ok()).isTrue();
  }

  @Test
  void nothingIsAnsweredBeforeHello() throws Exception {
    try (ControlClient other = new ControlClient(core.port())) {
      assertThat(other.call("{\"verb\":\"ping\"}").error()).isEqualTo("bad_request");
      assertThat(ended(other.socket)).isTrue();
    }
  }

  @Test
  void badFramesEndTheirOwnConnectionOnly() throws Exception {
    byte[][] garbage = {
      "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
      {0, 0, 0, 1, 9},
      {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff},
      {1, 0, 0, 1, 0, 0}, // 16 MiB + 1
      {0, 0, 0, 4, 0, 9, 1, 1}, // header longer than the frame
    };
    for (byte[] bytes : garbage) {
      try (ControlClient fresh = new ControlClient(core.port());
          ControlClient greeted = ControlClient.greeted(core)) {
        fresh.raw(bytes);
        greeted.raw(bytes);
        assertThat(ended(fresh.socket)).isTrue();
        assertThat(ended(greeted.socket)).isTrue();
      }
    }
    assertThat(client.call("{\"verb\":\"ping\"}").ok()).isTrue();
  }

  @Test
  void strangerMayNotSendABigFrame() throws Exception {
    try (ControlClient other = new ControlClient(core.port())) {
      other.raw(new byte[] {0, 2, 0, 0, 0, 2});
      assertThat(ended(other.socket)).isTrue();
    }
  }

  @Test
  void slowHelloIsCutOffHoweverItDrips() throws Exception {
    ControlServer server = new ControlServer(new ControlVerbs(core, "t"), 200_000_000L);
    server.start();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.getOutputStream().write(new byte[] {0, 0});
      assertThat(ended(socket)).isTrue();
    } finally {
      server.close(100);
    }
  }

  @Test
  void malformedRequestsAreAnsweredNamingTheKey() throws Exception {
    client.raw(Frame.encode("{\"id\":1,", new byte[0]));
    var reply = client.read();
    assertThat(reply.error()).isEqualTo("bad_request");
    assertThat(reply.header().get("id").isJsonNull()).isTrue();
    client.raw(Frame.encode("[1]", new byte[0]));
    assertThat(client.read().error()).isEqualTo("bad_request");
    client.raw(Frame.encode("{\"id\":\"7\",\"verb\":\"ping\"}", new byte[0]));
    assertThat(client.read().message()).contains("'id'");
    String[][] wrong = {
      {"{}", "'verb'"},
      {"{\"verb\":\"status\"}", "'script'"},
      {"{\"verb\":\"status\",\"script\":3}", "'script'"},
      {"{\"verb\":\"output\",\"script\":\"fall\",\"limit\":\"x\"}", "'limit'"},
      {"{\"verb\":\"output\",\"script\":\"fall\",\"since\":1.5}", "'since'"},
      {"{\"verb\":\"output\",\"script\":\"fall\",\"keys\":\"a\"}", "'keys'"},
      {"{\"verb\":\"output\",\"script\":\"fall\",\"every\":0}", "'every'"},
      {"{\"verb\":\"status\",\"script\":\"fall\",\"wait_s\":56}", "'wait_s'"},
      {"{\"verb\":\"status\",\"script\":\"fall\",\"until\":\"noon\"}", "'until'"},
      {"{\"verb\":\"time\",\"action\":\"halt\"}", "'action'"},
      {"{\"verb\":\"time\",\"action\":\"step\",\"ticks\":0}", "'ticks'"},
      {"{\"verb\":\"time\",\"action\":\"step\",\"ticks\":-3}", "'ticks'"},
      {"{\"verb\":\"time\",\"action\":\"step\",\"ticks\":1e30}", "'ticks'"},
      {"{\"verb\":\"time\",\"action\":\"step\",\"ticks\":2.5}", "'ticks'"},
      {"{\"verb\":\"time\",\"action\":\"rate\",\"rate\":0}", "'rate'"},
      {"{\"verb\":\"events\",\"limit\":[]}", "'limit'"},
      {"{\"verb\":\"start\"}", "body"},
    };
    client.call("{\"verb\":\"start\"}", "fall");
    for (String[] request : wrong) {
      var answer = client.call(request[0]);
      assertThat(answer.ok()).as(request[0]).isFalse();
      assertThat(answer.error()).as(request[0]).isEqualTo("bad_request");
      assertThat(answer.message()).as(request[0]).contains(request[1]);
    }
    assertThat(client.call("{\"verb\":\"dance\"}").error()).isEqualTo("unknown_verb");
    assertThat(client.call("{\"verb\":\"status\",\"script\":\"full\"}").message())
        .isEqualTo("no script 'full'; there are: fall");
    assertThat(client.call("{\"verb\":\"start\",\"lane\":\"moon\"}", "x").error())
        .isEqualTo("not_here");
  }

  @Test
  void startWaitsForTheEndAndTellsLinesOfTheRun() throws Exception {
    int id =
        client.send("{\"verb\":\"start\",\"wait_s\":30}", "fall".getBytes(StandardCharsets.UTF_8));
    Eventually.until(
        "running",
        () ->
            client
                .call("{\"verb\":\"list\"}")
                .body()
                .get("scripts")
                .toString()
                .contains("\"fall\",\"running\""));
    inStep(
        () -> {
          test.lane.bridge().line(0, "half way");
          test.runtime.end(0, "finished");
        });
    var reply = client.read();
    assertThat(reply.id()).isEqualTo(id);
    assertThat(reply.body().get("reason").getAsString()).isEqualTo("finished");
    assertThat(reply.body().getAsJsonObject("lines").get("new").toString())
        .matches("\\[\"\\[\\d+] half way\"]");
    assertThat(reply.body().has("waited")).isFalse();
  }

  @Test
  void startWaitsNoLongerThanItWasAskedToWhileNoTickPasses() throws Exception {
    try (TestCore still = new TestCore(folder.resolve("still")).standing();
        ControlClient asking = ControlClient.greeted(still.core)) {
      long before = System.nanoTime();
      var reply = asking.call("{\"verb\":\"start\",\"wait_s\":0.05}", "quiet");
      assertThat(reply.body().get("waited").getAsString()).isEqualTo("timeout");
      assertThat(System.nanoTime() - before).isLessThan(LaneWait.PATIENCE / 2);
    }
  }

  @Test
  void waitsEndWithTheLineOrRecordTheyAreFor() throws Exception {
    client.call("{\"verb\":\"start\"}", "watch");
    int line =
        client.send("{\"verb\":\"status\",\"script\":\"watch\",\"until\":\"line\",\"wait_s\":50}");
    int record =
        client.send(
            "{\"verb\":\"status\",\"script\":\"watch\",\"until\":\"record\",\"wait_s\":50}");
    int event = client.send("{\"verb\":\"events\",\"since\":-1,\"wait_s\":50}");
    var timeout =
        client.call(
            "{\"verb\":\"status\",\"script\":\"watch\",\"until\":\"line\",\"wait_s\":0.01}");
    assertThat(timeout.body().get("waited").getAsString()).isEqualTo("timeout");
    byte[] row = "{\"tick\":1,\"key\":\"a\",\"value\":2}\n".getBytes(StandardCharsets.UTF_8);
    inStep(() -> test.lane.bridge().records(0, row, 1));
    var first = client.read();
    assertThat(first.id()).isEqualTo(record);
    assertThat(first.body().get("waited").getAsString()).isEqualTo("record");
    inStep(() -> test.lane.bridge().line(0, "something"));
    var second = client.read();
    var third = client.read();
    assertThat(List.of(second.id(), third.id())).containsExactlyInAnyOrder(line, event);
    var lineReply = second.id() == line ? second : third;
    assertThat(lineReply.body().get("waited").getAsString()).isEqualTo("line");
    assertThat(lineReply.body().getAsJsonObject("lines").toString())
        .matches("\\{\"next\":1,\"new\":\\[\"\\[\\d+] something\"],\"skipped\":0}");
    var again =
        client.call(
            "{\"verb\":\"status\",\"script\":\"watch\",\"until\":\"line\",\"since_line\":0,\"wait_s\":50}");
    assertThat(again.body().get("waited").getAsString()).isEqualTo("line");
    var page = client.call("{\"verb\":\"output\",\"script\":\"watch\"}").body();
    assertThat(page.get("rows").toString()).isEqualTo("[{\"tick\":1,\"key\":\"a\",\"value\":2}]");
    assertThat(page.get("total").getAsInt()).isEqualTo(1);
  }

  @Test
  void stopPauseAndResumeAnswerAfterTheLaneActed() throws Exception {
    client.call("{\"verb\":\"start\"}", "fall");
    assertThat(state("pause")).isEqualTo("paused");
    assertThat(state("resume")).isEqualTo("running");
    assertThat(state("stop")).isEqualTo("ended");
    assertThat(state("stop")).isEqualTo("ended");
    assertThat(client.call("{\"verb\":\"pause\",\"script\":\"fall\"}").error())
        .isEqualTo("refused");
  }

  private String state(String verb) throws IOException {
    return client
        .call("{\"verb\":\"%s\",\"script\":\"fall\"}".formatted(verb))
        .body()
        .get("state")
        .getAsString();
  }

  @Test
  void refusalOfTheRuntimeIsTheAnswer() throws Exception {
    test.runtime.onControl =
        (verb, script, body) -> "-{\"type\":\"limit\",\"message\":\"42 of 40 ms\"}";
    var reply = client.call("{\"verb\":\"start\"}", "fall");
    assertThat(reply.error()).isEqualTo("limit");
    assertThat(reply.message()).isEqualTo("42 of 40 ms");
    test.runtime.onControl = (verb, script, body) -> "+nonsense";
    assertThat(client.call("{\"verb\":\"start\"}", "fall").error()).isEqualTo("internal");
  }

  @Test
  void questionsAreAnsweredWhileAScriptIsStuckAndSayWhatHoldsTheLane() throws Exception {
    client.call("{\"verb\":\"start\"}", "fall");
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch stuck = new CountDownLatch(1);
    test.runtime.onStep =
        tick -> {
          test.runtime.openStep(0, 1_000_000);
          stuck.countDown();
          try {
            release.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          FakeRuntime.closeStep(test.lane.bridge().watch());
        };
    stuck.await();
    Script script = core.board().script("fall");
    Eventually.until("stuck", () -> script.stuck() != null);
    var status = client.call("{\"verb\":\"status\",\"script\":\"fall\"}").body();
    assertThat(status.get("state").getAsString()).isEqualTo("running");
    assertThat(status.getAsJsonObject("stuck").get("ms").getAsLong()).isGreaterThanOrEqualTo(100);
    assertThat(test.lane.holder(System.nanoTime())).startsWith("script 'fall' holds it since");
    Eventually.until(
        "the event",
        () -> client.call("{\"verb\":\"events\"}").body().toString().contains("\"stuck\""));
    test.runtime.onStep = tick -> {};
    release.countDown();
    Eventually.until("no longer stuck", () -> script.stuck() == null);
  }

  /** Keeps the lane in a step of slot 0 until {@code over} says so, as a script that runs on. */
  private CountDownLatch stepUntil(java.util.function.BooleanSupplier over) {
    CountDownLatch begun = new CountDownLatch(1);
    test.runtime.onStep =
        tick -> {
          test.runtime.onStep = later -> {};
          test.runtime.openStep(0, 3_600_000_000_000L);
          begun.countDown();
          while (!over.getAsBoolean()) {
            java.util.concurrent.locks.LockSupport.parkNanos(100_000);
          }
          FakeRuntime.closeStep(test.lane.bridge().watch());
        };
    return begun;
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void whereAScriptIsStuckIsToldByStatusEventsAndWhatHoldsTheLane() throws Exception {
    client.call("{\"verb\":\"start\"}", "fall");
    LaneBridge bridge = test.lane.bridge();
    long memory = RawMemory.allocate(4096);
    long code = memory + 512;
    RawMemory.put(memory + 72, memory + 256); // the state leads to the frame
    RawMemory.put(memory + 256, code);
    RawMemory.put(memory + 256 + 56, code + 200 + 8);
    bridge.frames(memory, 72, -1, 0, 8, 56, 200);
    bridge.scriptCode(0, FrameReaderTest.packed(code));
    CountDownLatch release = new CountDownLatch(1);
    stepUntil(() -> release.getCount() == 0).await();
    Script script = core.board().script("fall");
    String holder = test.lane.holder(System.nanoTime());
    assertThat(holder).startsWith("script 'fall' holds it since");
    assertThat(holder).endsWith(" ms, at line 3 of beside.py, in f(): three");
    test.lane.askStop(script);
    Eventually.until("stuck", () -> script.stuck() != null);
    String place = "\"file\":\"beside.py\",\"line\":3,\"code\":\"three\",\"in\":\"f\"}";
    assertThat(client.call("{\"verb\":\"status\",\"script\":\"fall\"}").body().toString())
        .contains(place);
    Eventually.until(
        "the event",
        () -> client.call("{\"verb\":\"events\"}").body().toString().contains("\"stuck\""));
    assertThat(client.call("{\"verb\":\"events\"}").body().toString()).contains(place);
    assertThat(bridge.watch().getInt(WatchBuffer.LINE)).isEqualTo(3);
    assertThat(bridge.watch().getInt(WatchBuffer.FILE)).isEqualTo(1);
    release.countDown();
    Eventually.until("no longer stuck", () -> script.stuck() == null);
    // What is there no more is no answer, and no harm.
    bridge.frames(64, 72, -1, 0, 8, 56, 200);
    assertThat(test.lane.holder(System.nanoTime())).isNotEmpty();
  }

  @Test
  void nobodysStepThatIsStuckIsToldToo() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    test.runtime.onStep =
        tick -> {
          test.runtime.onStep = later -> {};
          test.runtime.openStep(WatchBuffer.NOBODY, 1_000_000);
          try {
            release.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          FakeRuntime.closeStep(test.lane.bridge().watch());
        };
    Eventually.until(
        "the event",
        () -> client.call("{\"verb\":\"events\"}").body().toString().contains("\"stuck\""));
    assertThat(test.lane.holder(System.nanoTime())).startsWith("its Python side holds it since");
    release.countDown();
  }

  @Test
  void stopReachesAStepThatRunsOn() throws Exception {
    client.call("{\"verb\":\"start\"}", "fall");
    var watch = test.lane.bridge().watch();
    AtomicLong why = new AtomicLong();
    stepUntil(
            () -> {
              java.lang.invoke.VarHandle.fullFence();
              if (watch.get(WatchBuffer.FLAG) == 0) {
                return false;
              }
              why.set(watch.getLong(WatchBuffer.WHY));
              test.runtime.end(0, "stopped");
              return true;
            })
        .await();
    long asked = System.nanoTime();
    var status = client.call("{\"verb\":\"stop\",\"script\":\"fall\",\"wait_s\":20}").body();
    assertThat(System.nanoTime() - asked).isGreaterThanOrEqualTo(StepLadder.STOP_PATIENCE);
    assertThat(status.get("reason").getAsString()).isEqualTo("stopped");
    assertThat(why.get()).isEqualTo(WatchBuffer.WHY_STOP_ASKED);
  }

  @Test
  void stopOfAScriptThatCannotBeEndedIsAnsweredWithWhatIsKnown() throws Exception {
    client.call("{\"verb\":\"start\"}", "fall");
    Script fall = core.board().script("fall");
    CountDownLatch release = new CountDownLatch(1);
    stepUntil(() -> release.getCount() == 0).await();
    var status = client.call("{\"verb\":\"stop\",\"script\":\"fall\",\"wait_s\":0.6}").body();
    assertThat(status.get("state").getAsString()).isEqualTo("running");
    assertThat(status.get("waited").getAsString()).isEqualTo("timeout");
    assertThat(status.get("stopping").getAsBoolean()).isTrue();
    assertThat(status.getAsJsonObject("stuck").get("ms").getAsLong()).isGreaterThanOrEqualTo(150);
    release.countDown();
    Eventually.until("the queued stop", fall::ended);
    assertThat(test.status("fall")).contains("\"reason\":\"stopped\"").doesNotContain("stopping");
  }

  @Test
  void gameThatStopsUnwindsWhatRunsOnAndStartsNothing() throws Exception {
    client.call("{\"verb\":\"start\"}", "fall");
    var watch = test.lane.bridge().watch();
    AtomicLong why = new AtomicLong();
    stepUntil(
            () -> {
              java.lang.invoke.VarHandle.fullFence();
              why.set(watch.getLong(WatchBuffer.WHY));
              return watch.get(WatchBuffer.FLAG) != 0;
            })
        .await();
    client.call("{\"verb\":\"shutdown\"}");
    assertThat(client.call("{\"verb\":\"start\"}", "late").error()).isEqualTo("game_stopped");
    assertThat(why.get()).isEqualTo(WatchBuffer.WHY_GAME_STOPS);
    assertThat(test.shutdownAsked).isTrue();
  }

  @Test
  void busyLaneIsToldAndTheStartTakenBack() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch held = new CountDownLatch(1);
    test.runtime.onStep =
        tick -> {
          held.countDown();
          try {
            release.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };
    held.await();
    LaneRequest start = new LaneRequest("start", "fall", null);
    List<ControlException> errors = new ArrayList<>();
    LaneWait wait =
        new LaneWait(
            core,
            new ControlRequest(keeping(errors), 1, "start", null, null),
            test.lane,
            start,
            null,
            new StatusWait.Wish(StatusWait.Until.ENDED, 0, 0, false, 0));
    assertThat(wait.settle(System.nanoTime(), false)).isFalse();
    assertThat(wait.settle(System.nanoTime(), true)).isTrue();
    assertThat(errors.get(0).type()).isEqualTo("busy");
    assertThat(errors.get(0)).hasMessageContaining("its Python side holds it since");
    assertThat(start.take()).isFalse();
    test.runtime.onStep = tick -> {};
    release.countDown();
  }

  private static ControlRequest.Replies keeping(List<ControlException> errors) {
    return new ControlRequest.Replies() {
      @Override
      public void answer(long id, byte[] json) {}

      @Override
      public void fail(long id, ControlException error) {
        errors.add(error);
      }

      @Override
      public boolean isClosed() {
        return false;
      }
    };
  }

  @Test
  void timeIsDrivenFromAnyThread() throws Exception {
    assertThat(
            client
                .call("{\"verb\":\"time\",\"action\":\"freeze\"}")
                .body()
                .get("state")
                .getAsString())
        .isEqualTo("frozen");
    assertThat(
            client
                .call("{\"verb\":\"time\",\"action\":\"rate\",\"rate\":100}")
                .body()
                .get("rate")
                .getAsDouble())
        .isEqualTo(100);
    client.call("{\"verb\":\"time\",\"action\":\"unfreeze\"}");
    assertThat(client.call("{\"verb\":\"time\"}").body().get("state").getAsString())
        .isEqualTo("running");
  }

  @Test
  void shutdownAsksTheHost() throws Exception {
    assertThat(client.call("{\"verb\":\"shutdown\"}").body().get("stopping").getAsBoolean())
        .isTrue();
    Eventually.until("asked", test.shutdownAsked::get);
  }

  @Test
  void moreThanTheAllowedRequestsInFlightAreRefusedOneByOne() throws Exception {
    client.call("{\"verb\":\"start\"}", "fall");
    for (int i = 0; i < ControlConnection.MAX_IN_FLIGHT; i++) {
      client.send("{\"verb\":\"status\",\"script\":\"fall\",\"wait_s\":50}");
    }
    assertThat(client.call("{\"verb\":\"ping\"}").error()).isEqualTo("limit");
    inStep(() -> test.runtime.end(0, "finished"));
    for (int i = 0; i < ControlConnection.MAX_IN_FLIGHT; i++) {
      assertThat(client.read().ok()).isTrue();
    }
    assertThat(client.call("{\"verb\":\"ping\"}").ok()).isTrue();
  }

  @Test
  void sixtyFourClientsAreServedAndOneMoreIsNot() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(ControlServer.MAX_CONNECTIONS);
    List<ControlClient> clients = new ArrayList<>();
    try {
      for (int i = 1; i < ControlServer.MAX_CONNECTIONS; i++) {
        clients.add(ControlClient.greeted(core));
      }
      List<Future<Integer>> asked = new ArrayList<>();
      for (ControlClient each : clients) {
        asked.add(
            pool.submit(
                () -> {
                  int ok = 0;
                  for (int i = 0; i < 20; i++) {
                    ok += each.call("{\"verb\":\"list\"}").ok() ? 1 : 0;
                  }
                  return ok;
                }));
      }
      for (Future<Integer> each : asked) {
        assertThat(each.get()).isEqualTo(20);
      }
      try (Socket extra = new Socket(InetAddress.getLoopbackAddress(), core.port())) {
        assertThat(ended(extra)).isTrue();
      }
    } finally {
      pool.shutdownNow();
      for (ControlClient each : clients) {
        each.close();
      }
    }
  }

  @Test
  void stoppingGameAnswersWhoWaits() throws Exception {
    client.call("{\"verb\":\"start\"}", "fall");
    client.send("{\"verb\":\"status\",\"script\":\"fall\",\"wait_s\":50}");
    client.call("{\"verb\":\"ping\"}"); // answered after the other was read
    test.close();
    assertThat(client.read().body().get("reason").getAsString()).isEqualTo("game_stopped");
    assertThat(client.read()).isNull();
  }
}
