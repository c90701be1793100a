package ticklane.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WatchdogTest {
  private static final long MS = 1_000_000;
  private static final long HOUR = 3_600_000 * MS;

  private final WatchBuffer watch = new WatchBuffer();
  private final ByteBuffer buffer = watch.buffer();
  private final Watchdog watchdog = new Watchdog();
  private final Seen seen = new Seen();

  /** What the watchdog did, on its thread. */
  private static final class Seen implements StepLadder.Listener {
    final List<Integer> rungs = new CopyOnWriteArrayList<>();
    final Map<Integer, Long> stuck = new ConcurrentHashMap<>();
    volatile Standing place;

    @Override
    public void interrupt(long serial, int rung) {
      rungs.add(rung);
    }

    @Override
    public Standing look(int slot) {
      return place;
    }

    @Override
    public void stuck(WatchBuffer.Stuck step, long now) {
      stuck.put(step.slot(), now - step.since());
    }
  }

  @BeforeEach
  void start() {
    watchdog.start();
    watchdog.watch(watch, 48L << 20, seen);
  }

  @AfterEach
  void stop() {
    watchdog.stop();
  }

  private void enter() {
    watch.entering(System.nanoTime());
    watchdog.entered();
  }

  private boolean flag() {
    java.lang.invoke.VarHandle.fullFence();
    return buffer.get(WatchBuffer.FLAG) != 0;
  }

  private long word(int offset) {
    java.lang.invoke.VarHandle.fullFence();
    return buffer.getLong(offset);
  }

  @Test
  void stepPastItsDeadlineIsFlaggedWithItsSerial() {
    watch.minHardNanos(2 * MS);
    enter();
    long began = System.nanoTime();
    FakeRuntime.openStep(buffer, 41, 3, 2 * MS);
    Eventually.until("flag", this::flag);
    assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(2 * MS);
    assertThat(word(WatchBuffer.FIRED)).isEqualTo(41);
    assertThat(word(WatchBuffer.WHY)).isEqualTo(WatchBuffer.WHY_HARD_BUDGET);
  }

  @Test
  void stepWithinItsDeadlineIsLeftAlone() {
    enter();
    FakeRuntime.openStep(buffer, 1, 0, HOUR);
    FakeRuntime.openStep(buffer, 2, 0, 1);
    Eventually.until("the second step's flag", this::flag);
    assertThat(word(WatchBuffer.FIRED)).isEqualTo(2);
    FakeRuntime.closeStep(buffer);
    FakeRuntime.openStep(buffer, 3, 0, HOUR);
    watch.left();
    Eventually.until("parked", watchdog::isParked);
    assertThat(flag()).isFalse();
  }

  @Test
  void flagClearedAsStaleIsRaisedAgain() {
    enter();
    FakeRuntime.openStep(buffer, 1, 0, 1);
    Eventually.until("flag", this::flag);
    buffer.put(WatchBuffer.FLAG, (byte) 0);
    Eventually.until("flag again", this::flag);
  }

  @Test
  void stepThatGoesOnAfterItsFlagIsInterruptedAgainAndAgainUntilItCloses() {
    enter();
    FakeRuntime.openStep(buffer, 9, 5, MS);
    Eventually.until("both rungs", () -> seen.rungs.contains(2));
    assertThat(seen.rungs.get(0)).isEqualTo(1);
    assertThat(new ArrayList<>(seen.rungs)).isSorted();
    Eventually.until("once more", () -> seen.rungs.size() > 5);
    FakeRuntime.closeStep(buffer);
    FakeRuntime.openStep(buffer, 10, 6, 1);
    Eventually.until("the next step is flagged", () -> word(WatchBuffer.FIRED) == 10);
    int before = seen.rungs.lastIndexOf(2);
    Eventually.until(
        "and interrupted from the first rung on", () -> seen.rungs.size() > before + 1);
    assertThat(seen.rungs.get(before + 1)).isEqualTo(1);
  }

  @Test
  void stepThatGoesOnAfterItsFlagIsStuckUntilItCloses() {
    enter();
    FakeRuntime.openStep(buffer, 9, 5, MS);
    Eventually.until("stuck", () -> seen.stuck.containsKey(5));
    assertThat(seen.stuck.get(5)).isGreaterThanOrEqualTo(100 * MS);
    assertThat(watch.stuck(5).serial()).isEqualTo(9);
    assertThat(watch.stuck(4)).isNull();
    FakeRuntime.closeStep(buffer);
    assertThat(watch.stuck(5)).isNull();
  }

  @Test
  void placeOfAStepIsInTheBufferBeforeItIsInterrupted() {
    seen.place = new Standing(null, new ScriptCode.Place(2, "beside.py", 17, "f", "g()"));
    enter();
    FakeRuntime.openStep(buffer, 12, 5, MS);
    Eventually.until("interrupted", () -> !seen.rungs.isEmpty());
    assertThat(word(WatchBuffer.LINE_SERIAL)).isEqualTo(12);
    assertThat(buffer.getInt(WatchBuffer.LINE)).isEqualTo(17);
    assertThat(buffer.getInt(WatchBuffer.FILE)).isEqualTo(2);
    Eventually.until("stuck", () -> watch.stuck(5) != null);
    assertThat(watch.stuck(5).place().line()).isEqualTo(17);
  }

  @Test
  void stepOfNobodyIsWatchedLikeAScripts() {
    enter();
    FakeRuntime.openStep(buffer, 3, WatchBuffer.NOBODY, MS);
    Eventually.until("stuck", () -> seen.stuck.containsKey(WatchBuffer.NOBODY));
    assertThat(word(WatchBuffer.FIRED)).isEqualTo(3);
    assertThat(seen.rungs).isNotEmpty();
    assertThat(watch.openSlot()).isEqualTo(WatchBuffer.NOBODY);
    FakeRuntime.closeStep(buffer);
    assertThat(watch.openSlot()).isEqualTo(WatchBuffer.NONE);
  }

  @Test
  void stopThatIsAskedForEndsTheStepAfterAMoment() {
    enter();
    FakeRuntime.openStep(buffer, 4, 7, HOUR);
    long asked = System.nanoTime();
    watch.askStop(7, asked);
    watchdog.limitsChanged();
    Eventually.until("flag", this::flag);
    assertThat(System.nanoTime() - asked).isGreaterThanOrEqualTo(StepLadder.STOP_PATIENCE);
    assertThat(word(WatchBuffer.FIRED)).isEqualTo(4);
    assertThat(word(WatchBuffer.WHY)).isEqualTo(WatchBuffer.WHY_STOP_ASKED);
    // What follows are the script's last calls: they have their own limit.
    FakeRuntime.closeStep(buffer);
    FakeRuntime.openStep(buffer, 5, 7, 200 * MS);
    Eventually.until("the last call's limit", () -> word(WatchBuffer.FIRED) == 5);
    assertThat(word(WatchBuffer.WHY)).isEqualTo(WatchBuffer.WHY_HARD_BUDGET);
  }

  @Test
  void stopOfOneScriptLeavesTheStepsOfOthersAlone() {
    enter();
    watch.askStop(7, System.nanoTime() - HOUR);
    long opened = System.nanoTime();
    FakeRuntime.openStep(buffer, 1, 6, HOUR);
    FakeRuntime.openStep(buffer, 2, 7, HOUR);
    Eventually.until("flag", this::flag);
    assertThat(word(WatchBuffer.FIRED)).isEqualTo(2);
    // Asked for long ago, and still it has its moment from when it began.
    assertThat(System.nanoTime() - opened).isGreaterThanOrEqualTo(StepLadder.STOP_PATIENCE);
    FakeRuntime.closeStep(buffer);
    FakeRuntime.openStep(buffer, 3, 6, 150 * MS);
    Eventually.until("the other's own limit", () -> word(WatchBuffer.FIRED) == 3);
    assertThat(word(WatchBuffer.WHY)).isEqualTo(WatchBuffer.WHY_HARD_BUDGET);
  }

  @Test
  void gameThatStopsWaitsForNoStepOnceTheLastCallsHadTheirTime() {
    enter();
    watch.hurry(System.nanoTime() - StepLadder.LAST_CALLS);
    FakeRuntime.openStep(buffer, 1, 7, HOUR);
    Eventually.until("flag", this::flag);
    assertThat(word(WatchBuffer.WHY)).isEqualTo(WatchBuffer.WHY_GAME_STOPS);
    FakeRuntime.closeStep(buffer);
    FakeRuntime.openStep(buffer, 2, WatchBuffer.NOBODY, HOUR);
    Eventually.until("nobody's, too", () -> word(WatchBuffer.FIRED) == 2);
  }

  @Test
  void stepThatMakesTheProcessGrowBeyondTheLimitIsEnded() {
    Assumptions.assumeTrue(watchdog.knowsMemory());
    enter();
    FakeRuntime.openStep(buffer, 6, 2, HOUR);
    List<ByteBuffer> grown = new ArrayList<>();
    Eventually.until(
        "flag",
        () -> {
          if (grown.size() < 40) {
            ByteBuffer block = ByteBuffer.allocateDirect(8 << 20); // zeroed, so resident
            grown.add(block);
          }
          return flag();
        });
    assertThat(word(WatchBuffer.WHY)).isEqualTo(WatchBuffer.WHY_MEMORY);
    assertThat(grown).hasSizeGreaterThan(6);
  }

  @Test
  void whatTheHeapMayHaveTakenIsNotAScripts() {
    long mib = 1 << 20;
    ProcessMemory.Sample before = new ProcessMemory.Sample(300 * mib, 100 * mib, 40 * mib);
    assertThat(
            ProcessMemory.grown(before, new ProcessMemory.Sample(420 * mib, 200 * mib, 50 * mib)))
        .isEqualTo(20 * mib);
    // Reserved before, filled only now.
    assertThat(
            ProcessMemory.grown(before, new ProcessMemory.Sample(340 * mib, 100 * mib, 80 * mib)))
        .isZero();
    assertThat(ProcessMemory.grown(before, new ProcessMemory.Sample(310 * mib, 90 * mib, 10 * mib)))
        .isEqualTo(10 * mib);
  }

  @Test
  void parksWhileNoLaneIsInPythonAndWakesWhenOneEnters() {
    Eventually.until("parked", watchdog::isParked);
    enter();
    Eventually.until("awake", () -> !watchdog.isParked());
    FakeRuntime.openStep(buffer, 1, 0, MS);
    Eventually.until("flag", this::flag);
    watch.left();
    Eventually.until("parked again", watchdog::isParked);
  }
}
