package ticklane.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class InterrupterTest {
  /** Stands in for the interpreter; blocks in a call while {@code held} is up. */
  private static final class FakeInterrupts implements Interrupts {
    final List<String> calls = new CopyOnWriteArrayList<>();
    final List<Thread> threads = new CopyOnWriteArrayList<>();
    volatile CountDownLatch held = new CountDownLatch(0);

    FakeInterrupts open() {
      note("open");
      return this;
    }

    private void note(String call) {
      calls.add(call);
      threads.add(Thread.currentThread());
    }

    @Override
    public boolean interrupt(String lane, long serial, int rung) {
      note(lane + " " + serial + " " + rung);
      try {
        held.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      if (serial < 0) {
        throw new IllegalStateException("no such step");
      }
      return true;
    }

    @Override
    public void close() {
      note("close");
    }
  }

  private final FakeInterrupts fake = new FakeInterrupts();
  private final Interrupter interrupter = new Interrupter(fake::open);

  @Test
  void interpreterIsMadeUsedAndClosedOnTheSameThread() {
    interrupter.start();
    interrupter.start();
    assertThat(fake.calls).containsExactly("open");
    interrupter.ask("server", -1, 1);
    Eventually.until("the first", () -> fake.calls.size() == 2);
    interrupter.ask("client", 8, 2);
    Eventually.until("the second, after a failure", () -> fake.calls.size() == 3);
    interrupter.stop(10_000);
    assertThat(fake.calls).containsExactly("open", "server -1 1", "client 8 2", "close");
    assertThat(fake.threads).containsOnly(fake.threads.get(0));
    assertThat(fake.threads.get(0).isDaemon()).isTrue();
    assertThat(fake.threads.get(0)).isNotSameAs(Thread.currentThread());
  }

  @Test
  void nobodyWaitsForOneThatWaitsForPython() {
    interrupter.start();
    fake.held = new CountDownLatch(1);
    interrupter.ask("server", 1, 1);
    Eventually.until("held", () -> fake.calls.contains("server 1 1"));
    for (int rung = 1; rung <= 2; rung++) {
      interrupter.ask("server", 1, rung);
    }
    interrupter.stop(50); // comes back although the call has not
    assertThat(fake.calls).doesNotContain("close");
    fake.held.countDown();
    Eventually.until("closed", () -> fake.calls.contains("close"));
    assertThat(fake.calls).containsExactly("open", "server 1 1", "close");
  }

  @Test
  void onlyTheLastOfWhatWasAskedForALaneIsDone() {
    interrupter.start();
    fake.held = new CountDownLatch(1);
    interrupter.ask("server", 1, 1);
    Eventually.until("held", () -> fake.calls.contains("server 1 1"));
    interrupter.ask("server", 1, 1);
    interrupter.ask("server", 2, 1);
    interrupter.ask("client", 3, 2);
    fake.held.countDown();
    Eventually.until("both lanes", () -> fake.calls.size() == 4);
    assertThat(fake.calls).contains("server 2 1", "client 3 2");
    interrupter.stop(10_000);
  }

  @Test
  void gameGoesOnWithoutOneThatDoesNotStart() {
    Interrupter broken =
        new Interrupter(
            () -> {
              throw new IllegalStateException("no Python");
            });
    broken.start();
    broken.ask("server", 1, 1);
    broken.stop(10_000);
  }

  @Test
  void oneThatWasNeverStartedStopsAtOnce() {
    interrupter.stop(3_600_000);
    assertThat(fake.calls).isEmpty();
  }
}
