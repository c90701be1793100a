package ticklane.core;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/** A core without Python, on a stub world. */
final class TestCore implements AutoCloseable {
  final StubGameHost host = new StubGameHost();
  final FakeRuntime runtime = new FakeRuntime();
  final AtomicBoolean shutdownAsked = new AtomicBoolean();
  final Core core;
  final Lane lane;
  private Thread thread;
  private volatile boolean running;

  TestCore(Path gameDir) {
    CoreOptions options =
        new CoreOptions(
            gameDir,
            "python-for-tests",
            gameDir,
            false,
            40,
            1024,
            "0.1.0",
            1 << 20,
            4,
            32,
            ParallelLimits.USUAL);
    try {
      core = Core.start(options, host, () -> shutdownAsked.set(true), runtime::open);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    lane = core.lane("server");
  }

  /** Ticks on a thread of its own until closed. */
  TestCore ticking() {
    return looping(Long.MAX_VALUE);
  }

  /** Stands still after its first tick, only handling requests, on a thread of its own. */
  TestCore standing() {
    return looping(0);
  }

  private TestCore looping(long lastTick) {
    running = true;
    thread =
        new Thread(
            () -> {
              lane.open();
              for (long tick = 0; running; tick++) {
                if (tick <= lastTick) {
                  lane.step(tick);
                }
                lane.drainUntil(System.nanoTime() + 2_000_000);
              }
              lane.close("game_stopped");
            },
            "test-tick");
    thread.start();
    Eventually.until("first tick", () -> runtime.calls.contains("step 0"));
    return this;
  }

  String status(String id) {
    try {
      Script script = core.board().script(id);
      return StatusJson.status(
              script,
              new StatusJson.Asked(false, 0, ""),
              host.clock.frozen(),
              0,
              core.board().tick(),
              System.nanoTime())
          .toString();
    } catch (ControlException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    running = false;
    if (thread != null) {
      lane.wake();
      try {
        thread.join(10_000);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    core.close();
  }
}
