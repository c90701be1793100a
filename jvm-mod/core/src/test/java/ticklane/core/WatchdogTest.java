package ticklane.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WatchdogTest {
  private static final long MS = 1_000_000;

  private final WatchBuffer watch = new WatchBuffer();
  private final ByteBuffer buffer = watch.buffer();
  private final Watchdog watchdog = new Watchdog();
  private final AtomicLong stuck = new AtomicLong();
  private final AtomicLong stuckSlot = new AtomicLong(-1);

  @BeforeEach
  void start() {
    watchdog.start();
    watchdog.watch(
        watch,
        (slot, nanos) -> {
          stuckSlot.set(slot);
          stuck.set(nanos);
        });
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

  @Test
  void stepPastItsDeadlineIsFlaggedWithItsSerial() {
    watch.minHardNanos(2 * MS);
    enter();
    long began = System.nanoTime();
    FakeRuntime.openStep(buffer, 41, 3, 2 * MS);
    Eventually.until("flag", this::flag);
    assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(2 * MS);
    assertThat(buffer.getLong(WatchBuffer.FIRED)).isEqualTo(41);
    assertThat(buffer.getLong(WatchBuffer.WHY)).isEqualTo(1);
  }

  @Test
  void stepWithinItsDeadlineIsLeftAlone() {
    enter();
    FakeRuntime.openStep(buffer, 1, 0, 3_600_000 * MS);
    FakeRuntime.openStep(buffer, 2, 0, 1);
    Eventually.until("the second step's flag", this::flag);
    assertThat(buffer.getLong(WatchBuffer.FIRED)).isEqualTo(2);
    FakeRuntime.closeStep(buffer);
    FakeRuntime.openStep(buffer, 3, 0, 3_600_000 * MS);
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
  void stepThatGoesOnAfterItsFlagIsStuckUntilItCloses() {
    enter();
    FakeRuntime.openStep(buffer, 9, 5, MS);
    Eventually.until("stuck", () -> stuckSlot.get() == 5);
    assertThat(stuck.get()).isGreaterThanOrEqualTo(100 * MS);
    assertThat(watch.stuckFor(5, System.nanoTime())).isGreaterThanOrEqualTo(100 * MS);
    assertThat(watch.stuckFor(4, System.nanoTime())).isEqualTo(-1);
    FakeRuntime.closeStep(buffer);
    assertThat(watch.stuckFor(5, System.nanoTime())).isEqualTo(-1);
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
