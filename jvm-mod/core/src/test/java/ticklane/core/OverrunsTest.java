package ticklane.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverrunsTest {
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

  @ParameterizedTest
  @CsvSource({
    "10, 10, 0, 0, OWN_CODE",
    "10, 9, 9, 2, OWN_CODE",
    "10, 10, 0, 6, HOST_CALL",
    "10, 2, 0, 0, OTHERS",
    "10, 2, 7, 0, GARBAGE_COLLECTION",
    "10, 2, 1, 9, OTHERS"
  })
  void theCauseIsWhatTookMostOfTheTime(
      long wall, long cpu, long collected, long host, Overruns.Cause cause) {
    assertThat(Overruns.cause(wall, cpu, collected, host)).isEqualTo(cause);
  }

  @Test
  void statusTellsTheLastOnesAndHowManyByCause() throws Exception {
    int slot = test.runtime.start("it");
    LaneBridge bridge = test.lane.bridge();
    for (int tick = 1; tick <= 30; tick++) {
      int n = tick;
      test.runtime.onStep =
          at -> bridge.overrun(slot, 3_000_000, n % 3 == 0 ? 100_000 : 2_900_000, 7, n % 3 != 0);
      test.lane.step(tick);
    }
    String shown = test.status("it");
    assertThat(shown)
        .contains(
            "\"overruns\":{\"own code\":20,\"other processes\":10,\"last\":["
                + "{\"tick\":28,\"ms\":3,\"cpu_ms\":2.9,\"cause\":\"own code\",\"line\":7},"
                + "{\"tick\":29,\"ms\":3,\"cpu_ms\":2.9,\"cause\":\"own code\",\"line\":7},"
                + "{\"tick\":30,\"ms\":3,\"cpu_ms\":0.1,\"cause\":\"other processes\",\"line\":7,\"counted\":false}]}");
    JsonObject full = test.core.board().script("it").overruns.json(Overruns.KEPT);
    assertThat(full.getAsJsonArray("last")).hasSize(20);
  }

  @Test
  void aStepThatWasMostlyInAHostCallNamesIt() {
    int slot = test.runtime.start("it");
    LaneBridge bridge = test.lane.bridge();
    test.runtime.onStep =
        tick -> {
          test.runtime.openStep(slot, 1_000_000_000L);
          long began = System.nanoTime();
          while (System.nanoTime() - began < 3_000_000) {
            bridge.fillBlocks(0, 0, 0, 15, 15, 15, 1);
          }
          FakeRuntime.closeStep(bridge.watch());
          long wall = System.nanoTime() - began;
          bridge.overrun(slot, wall, wall, 12, true);
          bridge.overrun(slot + 1, wall, wall, 12, true); // nobody's: passed over
        };
    String named = "\"cause\":\"host call\",\"call\":\"host.fill()\"";
    long tick = 1;
    // Other processes may take the core between two calls: then the time is not the call's.
    do {
      test.lane.step(tick);
    } while (!test.status("it").contains(named) && ++tick < 50);
    assertThat(test.status("it")).contains(named);
    test.runtime.onStep = now -> bridge.overrun(slot, 3_000_000, 3_000_000, 12, true);
    test.lane.step(100);
    assertThat(test.status("it"))
        .contains("{\"tick\":100,\"ms\":3,\"cpu_ms\":3,\"cause\":\"own code\",\"line\":12}");
  }

  @Test
  void theWallAndCpuTimeOfAllStepsAreAddedUp() {
    int slot = test.runtime.start("it");
    for (int tick = 1; tick <= 3; tick++) {
      int n = tick;
      test.runtime.onStep = at -> test.runtime.noteStep(slot, n, 2_000_000, 500_000, 0);
      test.lane.step(tick);
    }
    assertThat(test.status("it")).contains("\"total\":6,\"cpu\":1.5");
  }
}
