package ticklane.host.minestom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The clock alone, on invented nanoseconds. */
final class PacedClockTest {
  private static final long PERIOD = 50_000_000L;

  private int woken;

  private PacedClock clock(boolean sprints, boolean frozen) {
    return new PacedClock(sprints, frozen, () -> woken++);
  }

  /** Runs the clock for some nanoseconds, a tick taking no time; returns the ticks. */
  private static int run(PacedClock clock, long from, long nanos) {
    int ticks = 0;
    for (long now = from; now < from + nanos; now += 1_000_000) {
      if (clock.next(now) == PacedClock.NOW) {
        clock.ticked(now);
        ticks++;
      }
    }
    return ticks;
  }

  @Test
  void ticksTwentyTimesASecondWithoutDrift() {
    PacedClock clock = clock(false, false);
    assertThat(run(clock, 0, 60_000_000_000L)).isEqualTo(1200);
    assertThat(clock.skippedTicks()).isZero();
  }

  @Test
  void aStallIsSkippedNotMadeUp() {
    PacedClock clock = clock(false, false);
    run(clock, 0, 10 * PERIOD);
    long later = 10 * PERIOD + 100 * PERIOD;
    assertThat(run(clock, later, 10 * PERIOD)).isBetween(10, 12);
    assertThat(clock.skippedTicks()).isBetween(98L, 100L);
  }

  @Test
  void frozenWaitsForSomebody() {
    PacedClock clock = clock(false, true);
    assertThat(clock.next(0)).isEqualTo(PacedClock.NEVER);
    assertThat(clock.state()).isEqualTo("frozen");
    clock.unfreeze();
    assertThat(woken).isEqualTo(1);
    assertThat(clock.next(0)).isEqualTo(PacedClock.NOW);
    assertThat(clock.state()).isEqualTo("running");
  }

  @Test
  void stepsExactlyAndFreezesAgain() {
    PacedClock clock = clock(false, true);
    clock.step(7);
    assertThat(clock.state()).isEqualTo("stepping");
    assertThat(run(clock, 0, 100 * PERIOD)).isEqualTo(7);
    assertThat(clock.frozen()).isTrue();
  }

  @Test
  void sprintsExactlyAndGoesBackToWhatWasBefore() {
    PacedClock running = clock(false, false);
    running.sprint(1000);
    assertThat(running.sprinting()).isTrue();
    int ticks = 0;
    while (running.sprinting()) {
      assertThat(running.next(5)).isEqualTo(PacedClock.NOW);
      running.ticked(5);
      ticks++;
    }
    assertThat(ticks).isEqualTo(1000);
    assertThat(run(running, 6, 10 * PERIOD)).isEqualTo(10);
    PacedClock frozen = clock(false, true);
    frozen.sprint(3);
    assertThat(run(frozen, 0, 10 * PERIOD)).isEqualTo(3);
    assertThat(frozen.frozen()).isTrue();
  }

  @Test
  void theTickInWhichItIsAskedForIsNotOneOfThem() {
    PacedClock sprinting = clock(false, false);
    assertThat(sprinting.next(0)).isEqualTo(PacedClock.NOW);
    sprinting.sprint(5);
    sprinting.ticked(0);
    int ticks = 0;
    while (sprinting.sprinting()) {
      sprinting.next(0);
      sprinting.ticked(0);
      ticks++;
    }
    assertThat(ticks).isEqualTo(5);
    PacedClock stepping = clock(false, false);
    assertThat(stepping.next(0)).isEqualTo(PacedClock.NOW);
    stepping.step(3);
    stepping.ticked(0);
    assertThat(run(stepping, 0, 10 * PERIOD)).isEqualTo(3);
  }

  @Test
  void sprintsWithoutEndUntilFrozen() {
    PacedClock clock = clock(false, false);
    clock.sprint(-1);
    for (int i = 0; i < 500; i++) {
      assertThat(clock.next(0)).isEqualTo(PacedClock.NOW);
      clock.ticked(0);
    }
    clock.freeze();
    assertThat(clock.sprinting()).isFalse();
    assertThat(clock.next(0)).isEqualTo(PacedClock.NEVER);
  }

  @Test
  void aSprintingGameSprintsWheneverItIsNotFrozen() {
    PacedClock clock = clock(true, true);
    assertThat(clock.sprinting()).isFalse();
    clock.unfreeze();
    assertThat(clock.sprinting()).isTrue();
    assertThat(clock.next(0)).isEqualTo(PacedClock.NOW);
  }

  @Test
  void theRateCanBeChanged() {
    PacedClock clock = clock(false, false);
    clock.rate(100);
    assertThat(run(clock, 0, 1_000_000_000L)).isEqualTo(100);
    assertThatThrownBy(() -> clock.rate(0)).hasMessageContaining("1 to 10,000");
    assertThatThrownBy(() -> clock.rate(Double.NaN)).hasMessageContaining("1 to 10,000");
    assertThatThrownBy(() -> clock.step(0)).hasMessageContaining("1 tick or more");
    assertThatThrownBy(() -> clock.sprint(-2)).hasMessageContaining("-1");
  }
}
