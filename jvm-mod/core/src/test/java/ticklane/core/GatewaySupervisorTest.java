package ticklane.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewaySupervisorTest {
  @TempDir private Path folder;

  /** A stand-in for Python that notes each start. */
  private GatewaySupervisor supervised(String afterwards) throws IOException {
    Path program = folder.resolve("python");
    Files.writeString(program, "#!/bin/sh\necho x >> '" + starts() + "'\n" + afterwards + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return new GatewaySupervisor(program.toString(), folder, 1);
  }

  private Path starts() {
    return folder.resolve("starts");
  }

  private int count() throws IOException {
    return Files.exists(starts()) ? Files.readAllLines(starts()).size() : 0;
  }

  @Test
  void oneThatCannotStartAsItIsSetUpIsGivenUp() throws Exception {
    GatewaySupervisor supervisor = supervised("exit 3");
    supervisor.start();
    assertThat(supervisor.awaitEnd(20_000)).isTrue();
    assertThat(count()).isEqualTo(GatewaySupervisor.MOST_REFUSALS);
    supervisor.stop();
  }

  @Test
  void oneThatDiesOtherwiseIsStartedAgainUntilTheGameStops() throws Exception {
    GatewaySupervisor supervisor = supervised("exit 1");
    supervisor.start();
    Eventually.until("more starts", () -> count() > GatewaySupervisor.MOST_REFUSALS + 1);
    supervisor.stop();
    assertThat(supervisor.awaitEnd(20_000)).isTrue();
  }

  @Test
  void oneThatListensEndsWithItsInput() throws Exception {
    GatewaySupervisor supervisor = supervised("cat");
    supervisor.start();
    Eventually.until("a start", () -> count() == 1);
    supervisor.stop();
    assertThat(supervisor.awaitEnd(20_000)).isTrue();
    assertThat(count()).isEqualTo(1);
  }
}
