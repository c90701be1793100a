package ticklane.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import ticklane.core.Authority.Act;
import ticklane.core.Authority.Seat;

/** A lane that asks whose rights it has: before each start, and every tick. */
class AuthGateTest {
  private static final Authority OPERATOR = new Authority(Seat.GUEST, false, false, 4);
  private static final Authority PLAYER = new Authority(Seat.GUEST, false, false, 0);

  @TempDir private Path folder;
  private TestCore test;

  @BeforeEach
  void open() {
    test = new TestCore(folder);
    test.lane.open();
  }

  @AfterEach
  void close() {
    test.lane.close("game_stopped");
    test.close();
  }

  private String start(String id, Act act) throws ControlException {
    LaneRequest request = new LaneRequest("start", id, null, act);
    test.lane.queue(request);
    test.lane.drainUntil(System.nanoTime());
    return request.reply();
  }

  @Test
  void withoutRightsNothingReachesPython() throws Exception {
    test.host.authority = PLAYER;
    for (Act act : Act.values()) {
      assertThat(start("a", act)).startsWith("-{\"type\":\"refused\"").contains("operator level 0");
    }
    assertThat(test.runtime.calls).doesNotContain("start a");
    test.host.authority = OPERATOR;
    assertThat(start("a", Act.SCRIPT)).startsWith("+");
  }

  @Test
  void aRevokeEndsWhatRunsWithALineAndSilencesTheRest() throws Exception {
    test.host.authority = OPERATOR;
    start("a", Act.SCRIPT);
    start("b", Act.CODE);
    test.lane.step(1);
    assertThat(test.lane.mayCheat()).isTrue();
    test.host.authority = PLAYER;
    test.lane.step(2);
    assertThat(test.lane.mayCheat()).isFalse();
    for (String id : new String[] {"a", "b"}) {
      assertThat(test.status(id)).contains("\"state\":\"ended\"").contains("may no longer cheat");
    }
    assertThat(test.runtime.calls).endsWith("stop a", "stop b", "step 2");
    test.lane.step(3);
    assertThat(test.runtime.calls).endsWith("step 3");
  }

  @Test
  void aFrozenGameRevokesToo() throws Exception {
    test.host.authority = OPERATOR;
    start("a", Act.SCRIPT);
    test.lane.step(1);
    test.host.authority = PLAYER;
    test.lane.heartbeat();
    assertThat(test.status("a")).contains("\"state\":\"ended\"");
  }

  @Test
  void onThePlayersOwnLaneOnlyCodeEnds() throws Exception {
    test.host.authority = new Authority(Seat.GUEST, true, false, 4);
    start("a", Act.SCRIPT);
    start("b", Act.CODE);
    start("c", Act.COMMAND);
    test.host.authority = new Authority(Seat.GUEST, true, false, 2);
    test.lane.step(1);
    assertThat(test.runtime.calls).contains("stop b").doesNotContain("stop a", "stop c");
    assertThat(start("d", Act.CODE)).contains("code to be run at once is refused");
    assertThat(start("d", Act.COMMAND)).startsWith("+");
  }

  @Test
  void anIdThatIsUsedAgainForAScriptIsOne() throws Exception {
    test.host.authority = new Authority(Seat.GUEST, true, false, 4);
    start("a", Act.CODE);
    test.runtime.end(test.runtime.slot("a"), "finished");
    start("a", Act.SCRIPT);
    test.host.authority = new Authority(Seat.GUEST, true, false, 0);
    test.lane.step(1);
    assertThat(test.runtime.calls).doesNotContain("stop a");
  }

  @Test
  void manyOneOffsLeaveNothingBehind() {
    AuthGate gate = new AuthGate(test.host);
    for (int i = 0; i < 10_000; i++) {
      gate.started("x" + i, Act.CODE, java.util.Set::of);
    }
    assertThat(gate.remembered()).isLessThanOrEqualTo(64);
  }
}
