package ticklane.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NextStepTest {
  @TempDir private Path folder;
  private TestCore test;
  private Script script;
  private int slot;

  @BeforeEach
  void open() throws Exception {
    test = new TestCore(folder);
    test.lane.open();
    slot = test.runtime.start("it");
    script = test.core.board().script("it");
  }

  @AfterEach
  void close() {
    test.lane.close("game_stopped");
    test.close();
  }

  private String next(String published) {
    test.lane.bridge().publish(slot, published.replace('\'', '"'));
    return NextStep.of(script, false, -1, 100);
  }

  private String ended(String reason, String more) {
    return next("{'state':'ended','reason':'%s'%s}".formatted(reason, more));
  }

  @ParameterizedTest
  @CsvSource({
    "memory, script_memory_mib",
    "stuck, parallel lane",
    "refused, Nothing was started",
    "replaced, newer start",
    "game_stopped, Start a game",
    "world_unloaded, opens the lane anew",
    "failed, detail full",
    "budget, budget_ms"
  })
  void everyEndThatLeavesAQuestionSaysWhatToDo(String reason, String said) {
    assertThat(ended(reason, "")).contains(said).endsWith(".").hasSizeLessThan(300);
  }

  @Test
  void whoWaitsForItsWorldGoesOnByItself() {
    String unloaded = "{'state':'paused','unloaded':{'why':'kicked','tick':3,'waits_s':30%s}}";
    assertThat(next(unloaded.formatted("")))
        .contains("waits for its world, for at most 30 s, and goes on by itself when that is back;")
        .hasSizeLessThan(300);
    assertThat(next(unloaded.formatted(",'then':'paused'"))).contains("back and it is resumed;");
  }

  @ParameterizedTest
  @CsvSource({"finished", "stopped"})
  void anEndThatWasWantedSaysNothing(String reason) {
    assertThat(ended(reason, "")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "ValueError, Correct line 22",
    "RecursionError, too deep at line 22: write it as a loop",
    "LimitError, Too much at once at line 22",
    "EncodeError, Turn the value",
    "NotAllowedError, only the user can allow",
    "NotHereError, as the message says",
    "ModuleNotFoundError, beside the script"
  })
  void aFailureIsAnsweredByItsKind(String type, String said) {
    assertThat(ended("failed", ",'error':{'type':'%s','line':22}".formatted(type))).contains(said);
  }

  @Test
  void aFailureElsewhereThanInTheScriptNamesTheFile() {
    assertThat(ended("failed", ",'error':{'type':'E','line':3,'file':'stats.py','because':['x']}"))
        .startsWith("Correct line 3 of stats.py or what led to it");
  }

  @Test
  void aHardOverrunNamesTheLimitAndTheLine() {
    assertThat(
            ended(
                "budget",
                ",'budget':{'hard':true,'limit_ms':250.0,'worst_ms':253.4,'line':41,'code':'while True:'}"))
        .contains("One step took 253 ms, and 250 are allowed", "at line 41", "yield");
  }

  @Test
  void softOverrunsNameABudgetThatWouldDo() {
    assertThat(ended("budget", ",'budget':{'limit_ms':2.0,'worst_ms':7.3,'cpu_ms':7.1,'line':41}"))
        .contains("do less a tick at line 41", "budget_ms = 10");
  }

  @Test
  void softOverrunsInHostCallsSaySo() {
    script.overruns.add(
        new Overruns.Overrun(
            9, 7_000_000, 7_000_000, 5, Overruns.Cause.HOST_CALL, "host.fill()", true));
    assertThat(ended("budget", ",'budget':{'worst_ms':7.0}"))
        .contains("ask the host for less at once at line 5");
  }

  @Test
  void aLiveScriptThatDoesNothingSaysWhy() {
    assertThat(next("{'state':'running'}")).isEmpty();
    assertThat(NextStep.of(script, true, -1, 100)).contains("tick step 20");
    assertThat(NextStep.of(script, false, 5_000_000_000L, 100)).contains("can't be cut");
    assertThat(next("{'waits':{'until':9000}}")).contains("until tick 9,000, 8,900 from now");
    assertThat(NextStep.of(script, false, -1, 9000)).isEmpty();
    assertThat(next("{'waits':{'for':'a pending value'}}")).contains("another lane");
    assertThat(next("{'state':'paused','waits':null}")).contains("resume it");
  }

  @Test
  void theSentenceIsTheLastFieldOfAStatus() {
    ended("replaced", "");
    assertThat(test.status("it"))
        .endsWith("\"next\":\"A newer start has taken this id: ask for the id's status again.\"}");
  }
}
