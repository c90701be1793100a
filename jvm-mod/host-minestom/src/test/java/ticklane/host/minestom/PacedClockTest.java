package ticklane.host.minestom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import ticklane.core.Advance;
import ticklane.core.GameClock;

/** The clock alone, on invented nanoseconds. */
final class PacedClockTest {
  private static final long PERIOD = 50_000_000L;

  private int woken;
  private long tick;

  private PacedClock clock(boolean sprints, boolean frozen) {
    return new PacedClock(sprints, frozen, () -> woken++);
  }

  /** Runs the clock for some nanoseconds, a tick taking no time; returns the ticks. */
  private int run(PacedClock clock, long from, long nanos) {
    int ticks = 0;
    for (long now = from; now < from + nanos; now += 1_000_000) {
      if (clock.next(now) == PacedClock.NOW) {
        clock.ticked(now, ++tick);
        ticks++;
      }
    }
    return ticks;
  }

  @Test
  void ticksTwentyTimesASecondWithoutDrift() {
    PacedClock clock = clock(false, false);
    assertThat(run(clock, 0, 60_000_000_000L)).isEqualTo(1200);
    assertThat(clock.skipped()).isZero();
  }

  @Test
  void aStallIsSkippedNotMadeUp() {
    PacedClock clock = clock(false, false);
    run(clock, 0, 10 * PERIOD);
    long later = 10 * PERIOD + 100 * PERIOD;
    assertThat(run(clock, later, 10 * PERIOD)).isBetween(10, 12);
    assertThat(clock.skipped()).isBetween(98L, 100L);
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
      running.ticked(5, ++tick);
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
    sprinting.ticked(0, ++tick);
    int ticks = 0;
    while (sprinting.sprinting()) {
      sprinting.next(0);
      sprinting.ticked(0, ++tick);
      ticks++;
    }
    assertThat(ticks).isEqualTo(5);
    PacedClock stepping = clock(false, false);
    assertThat(stepping.next(0)).isEqualTo(PacedClock.NOW);
    stepping.freeze();
    stepping.step(3);
    stepping.ticked(0, ++tick);
    assertThat(run(stepping, 0, 10 * PERIOD)).isEqualTo(3);
  }

  @Test
  void sprintsWithoutEndUntilFrozen() {
    PacedClock clock = clock(false, false);
    clock.sprint(-1);
    for (int i = 0; i < 500; i++) {
      assertThat(clock.next(0)).isEqualTo(PacedClock.NOW);
      clock.ticked(0, ++tick);
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
    clock.freeze();
    assertThatThrownBy(() -> clock.step(0)).hasMessageContaining("1 tick or more");
    assertThatThrownBy(() -> clock.sprint(-2)).hasMessageContaining("-1");
  }

  @Test
  void saysExactlyWhichTicksRan() {
    PacedClock clock = clock(false, true);
    Advance step = clock.step(7);
    assertThat(step.progress()).isEqualTo(new Advance.Progress(0, 0, 0, ""));
    run(clock, 0, 3 * PERIOD);
    assertThat(step.progress().ran()).isEqualTo(3);
    assertThat(step.progress().over()).isFalse();
    run(clock, 3 * PERIOD, 100 * PERIOD);
    assertThat(step.progress().first()).isEqualTo(1);
    assertThat(step.progress().last()).isEqualTo(7);
    assertThat(step.progress().ended()).isEqualTo("done");
    Advance sprint = clock.sprint(20);
    run(clock, 200 * PERIOD, 100 * PERIOD);
    assertThat(sprint.progress().first()).isEqualTo(8);
    assertThat(sprint.progress().last()).isEqualTo(27);
    assertThat(clock.advance()).isSameAs(sprint);
  }

  @Test
  void theTickInWhichItIsCutShortIsItsLast() {
    PacedClock clock = clock(false, true);
    Advance first = clock.step(10);
    run(clock, 0, PERIOD);
    assertThat(clock.next(PERIOD)).isEqualTo(PacedClock.NOW);
    assertThat(clock.underWay()).isEqualTo(2);
    Advance second = clock.step(5);
    assertThat(first.progress().over()).isFalse();
    assertThat(clock.ticked(PERIOD, ++tick)).isTrue();
    assertThat(clock.underWay()).isEqualTo(GameClock.NONE);
    assertThat(first.progress().last()).isEqualTo(2);
    assertThat(first.progress().ended()).isEqualTo("replaced");
    run(clock, 2 * PERIOD, 100 * PERIOD);
    assertThat(second.progress().first()).isEqualTo(3);
    assertThat(second.progress().last()).isEqualTo(7);
  }

  @Test
  void whatIsAskedInItsLastTickDoesNotCutItShort() {
    PacedClock clock = clock(false, true);
    Advance first = clock.step(1);
    assertThat(clock.next(0)).isEqualTo(PacedClock.NOW);
    Advance second = clock.sprint(2);
    clock.ticked(0, ++tick);
    assertThat(first.progress().ended()).isEqualTo("done");
    run(clock, 0, 10 * PERIOD);
    assertThat(second.progress().first()).isEqualTo(2);
    assertThat(second.progress().ended()).isEqualTo("done");
  }

  @Test
  void eachWayToEndAStepOrSprintIsNamed() {
    PacedClock clock = clock(false, true);
    Advance frozen = clock.sprint(-1);
    run(clock, 0, PERIOD);
    clock.freeze();
    assertThat(frozen.progress().ended()).isEqualTo("frozen");
    Advance unfrozen = clock.step(1000);
    run(clock, 0, 3 * PERIOD);
    clock.unfreeze();
    assertThat(unfrozen.progress().ended()).isEqualTo("unfrozen");
    assertThat(clock.state()).isEqualTo("running");
    Advance stopped = clock.sprint(1000);
    assertThat(clock.stop()).isTrue();
    assertThat(clock.stop()).isFalse();
    assertThat(stopped.progress()).isEqualTo(new Advance.Progress(0, 0, 0, "stopped"));
    assertThat(clock.state()).isEqualTo("running");
  }

  @Test
  void aRunningGameIsNotStepped() {
    PacedClock clock = clock(false, false);
    assertThatThrownBy(() -> clock.step(1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("running");
    clock.freeze();
    clock.sprint(10);
    assertThatThrownBy(() -> clock.step(1)).hasMessageContaining("sprinting");
    clock.stop();
    clock.step(4);
    assertThat(clock.step(2).asked()).isEqualTo(2);
  }

  @Test
  void aSprintThatIsUnfrozenGoesOnAndThenTheGameRuns() {
    PacedClock clock = clock(false, true);
    Advance sprint = clock.sprint(100);
    clock.unfreeze();
    assertThat(clock.state()).isEqualTo("sprinting");
    run(clock, 0, 4 * PERIOD);
    assertThat(sprint.progress().ended()).isEqualTo("done");
    assertThat(clock.state()).isEqualTo("running");
  }

  @Test
  void showsHowLongTicksTook() {
    PacedClock clock = clock(true, false);
    for (int i = 1; i <= 103; i++) {
      clock.next(0);
      clock.ticked(i * 1_000_000L, ++tick);
    }
    assertThat(clock.lastTicksMs()).hasSize(100).startsWith(4.0, 5.0).endsWith(102.0, 103.0);
  }
}
