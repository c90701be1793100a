package ticklane.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoardTest {
  @TempDir private Path folder;
  private TestCore test;
  private FakeRuntime runtime;

  @BeforeEach
  void open() {
    test = new TestCore(folder);
    runtime = test.runtime;
    test.lane.open();
  }

  @AfterEach
  void close() {
    test.lane.close("game_stopped");
    test.close();
  }

  private void step(long tick) {
    test.lane.step(tick);
  }

  @Test
  void finishedScriptTellsItsWholeAnswerWithoutEmptyFields() {
    int slot = runtime.start("fall");
    runtime.onStep = tick -> runtime.noteStep(slot, tick - 1, 210_000, 0);
    step(1);
    step(2);
    runtime.onStep =
        tick -> {
          test.lane.bridge().records(slot, rows("impulse", 3), 3);
          test.lane.bridge().records(slot, rows("sh\\\"ot", 1), 1);
          test.lane
              .bridge()
              .publish(
                  slot,
                  "{\"state\":\"ended\",\"reason\":\"finished\",\"tick\":3,\"elapsed\":2,\"has_result\":true,"
                      + "\"result\":{\"n\":500,\"z\":1e-05},\"verdicts\":{},\"error\":null,\"run\":\"\","
                      + "\"partial\":false,\"traceback\":\"\",\"reproducible\":true}");
        };
    step(3);
    assertThat(test.status("fall"))
        .isEqualTo(
            "{\"id\":\"fall\",\"generation\":1,\"state\":\"ended\",\"reason\":\"finished\",\"lane\":\"server\","
                + "\"tick\":3,\"elapsed\":2,\"result\":{\"n\":500,\"z\":1e-05},"
                + "\"records\":{\"impulse\":3,\"sh\\\"ot\":1},\"lines\":{\"next\":0},"
                + "\"step_ms\":{\"p50\":0.211,\"p99\":0.211,\"max\":0.211,\"over\":0,"
                + "\"total\":0.42,\"cpu\":0}}");
  }

  private static byte[] rows(String key, int n) {
    return ("{\"tick\":1,\"key\":\"" + key + "\",\"value\":1}\n")
        .repeat(n)
        .getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void shortStatusLeavesTheTracebackToTheFullOne() throws Exception {
    int slot = runtime.start("cannon");
    test.lane
        .bridge()
        .publish(
            slot,
            "{\"state\":\"ended\",\"reason\":\"failed\",\"traceback\":\"T\",\"source_hash\":\"h\","
                + "\"error\":{\"type\":\"GoneError\",\"line\":22,\"traceback\":\"long\",\"locals\":{\"t\":\"79\"}}}");
    step(1);
    assertThat(test.status("cannon"))
        .contains("\"error\":{\"type\":\"GoneError\",\"line\":22,\"locals\":{\"t\":\"79\"}}")
        .doesNotContain("\"traceback\"", "source_hash");
    JsonObject full =
        StatusJson.status(
            test.core.board().script("cannon"), new StatusJson.Asked(true, 0, ""), false, 0, 0, 0);
    assertThat(full.get("traceback").getAsString()).isEqualTo("T");
    assertThat(full.getAsJsonObject("error").get("traceback").getAsString()).isEqualTo("long");
    assertThat(full.get("hard_ms").getAsInt()).isEqualTo(250);
  }

  @Test
  void linesAreNumberedBoundedAndCopiedToTheRunFolder() throws Exception {
    int slot = runtime.start("watch", 1, folder.resolve("run").toString());
    for (int i = 0; i < 250; i++) {
      test.lane.bridge().line(slot, "line " + i);
    }
    test.lane.bridge().line(slot, "y".repeat(5000));
    step(1);
    LineRing.Slice slice = test.core.board().script("watch").lines.since(0, 100_000);
    assertThat(slice.next()).isEqualTo(251);
    assertThat(slice.lines()).hasSize(200).startsWith("[0] line 51");
    assertThat(slice.skipped()).isEqualTo(51);
    assertThat(slice.lines().get(199)).startsWith("[0] yyy").endsWith("(3000 more characters)");
    assertThat(test.core.board().script("watch").lines.since(249, 10).skipped()).isEqualTo(2);
    test.core.store().awaitWritten(test.core.board().script("watch").log, 10_000_000_000L);
    assertThat(Files.readAllLines(folder.resolve("run/lines.jsonl"))).hasSize(251);
  }

  @Test
  void endedScriptsAreBoundedAndTheOldestForgotten() throws Exception {
    for (int i = 0; i < Board.ENDED + 3; i++) {
      int slot = runtime.start("s" + i);
      runtime.end(slot, "finished");
    }
    step(1);
    assertThat(test.core.board().scripts()).hasSize(Board.ENDED);
    assertThat(test.core.board().find("s2")).isNull();
    assertThat(test.core.board().find("s3")).isNotNull();
  }

  @Test
  void hotReplaceShowsTheNewGenerationAlsoWhenTheOldEndsLater() throws Exception {
    int old = runtime.start("cannon", 1, "");
    runtime.start("cannon", 2, "");
    test.lane.bridge().publish(old, "{\"state\":\"ended\",\"reason\":\"replaced\"}");
    step(1);
    assertThat(test.core.board().script("cannon").generation).isEqualTo(2);
    assertThat(test.core.board().scripts()).hasSize(1);
    assertThat(test.status("cannon")).contains("\"state\":\"running\"");
  }

  @Test
  void unknownScriptIsAnsweredWithThoseThereAre() {
    runtime.start("fall");
    assertThatThrownBy(() -> test.core.board().script("full"))
        .hasMessage("no script 'full'; there are: fall");
  }

  @Test
  void listShowsLivesFirstAndAnEndedScriptsReason() {
    runtime.end(runtime.start("fall"), "finished");
    runtime.start("watch");
    step(7);
    JsonObject list =
        ListJson.of(
            test.core.board(), test.host.info(), "running", 40, Set.of("client"), "all", 50);
    assertThat(list.get("scripts").toString())
        .isEqualTo(
            "[[\"watch\",\"running\",\"server\",0,0,false],[\"fall\",\"finished\",\"server\",0,0,false]]");
    assertThat(list.getAsJsonObject("game").get("tick").getAsInt()).isEqualTo(7);
    JsonObject lanes = list.getAsJsonObject("lanes");
    assertThat(lanes.keySet()).containsExactly("server", "client", "render", "parallel");
    assertThat(lanes.getAsJsonObject("client")).hasToString("{\"state\":\"closed\"}");
    assertThat(lanes.getAsJsonObject("render")).hasToString("{\"state\":\"absent\"}");
    JsonObject lane = lanes.getAsJsonObject("server");
    assertThat(lane.get("state").getAsString()).isEqualTo("open");
    assertThat(lane.get("runs")).hasToString("[\"watch\"]");
    assertThat(lane.get("promised_ms").getAsInt()).isEqualTo(2);
    assertThat(lane.get("of_ms").getAsInt()).isEqualTo(40);
    assertThat(
            ListJson.of(test.core.board(), test.host.info(), "running", 40, Set.of(), "ended", 50)
                .getAsJsonArray("scripts"))
        .hasSize(1);
  }

  @Test
  void aLaneWithoutItsWorldIsNotOpenAndShowsWhy() {
    runtime.waiting = 1;
    assertThat(test.lane.unload("kicked", Duration.ofSeconds(3))).isTrue();
    assertThat(test.core.openLane("server")).isNull();
    JsonObject lane = LanesJson.of(test.core.board(), Set.of(), 40).getAsJsonObject("server");
    assertThat(lane.get("state").getAsString()).isEqualTo("waiting");
    assertThat(lane.get("why").getAsString()).isEqualTo("kicked");
    test.lane.comeBack(8);
    assertThat(test.core.openLane("server")).isSameAs(test.lane);
    assertThat(runtime.calls).contains("unload kicked", "comeBack 8");
  }

  @Test
  void scriptThatHadNothingToDoHasLivedThroughTheTickToo() throws Exception {
    int slot = runtime.start("listener");
    runtime.onStep = tick -> runtime.noteStep(slot, 0, 1000, 0);
    step(10);
    runtime.onStep = tick -> test.lane.bridge().ledger().putLong(8 * (8 + 8 * slot + 1), 5);
    step(15);
    assertThat(test.status("listener")).contains("\"tick\":15,\"elapsed\":5");
    assertThat(test.core.board().script("listener").times.read().steps()).isEqualTo(1);
  }

  @Test
  void frozenGameIsNamed() {
    runtime.start("fall");
    test.host.clock.freeze();
    assertThat(test.status("fall")).contains("\"game\":\"frozen\"");
  }

  @Test
  void stepTimesSurviveTheEndOfTheHistogram() {
    StepTimes times = new StepTimes();
    times.add(1_500_000);
    times.add(500_000);
    StepTimes.Summary before = times.read();
    times.close();
    assertThat(times.read()).isEqualTo(before);
    assertThat(before.max()).isBetween(1.49, 1.52);
    assertThat(before.steps()).isEqualTo(2);
  }

  @Test
  void numbersAreShort() {
    assertThat(StatusJson.brief(0.21349).toString()).isEqualTo("0.213");
    assertThat(StatusJson.brief(1234.5).toString()).isEqualTo("1230");
    assertThat(StatusJson.brief(40).toString()).isEqualTo("40");
    assertThat(StatusJson.brief(0).toString()).isEqualTo("0");
  }
}
