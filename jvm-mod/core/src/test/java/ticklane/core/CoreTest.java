package ticklane.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CoreTest {
  @TempDir private Path folder;

  @Test
  void endpointIsTheUsersAloneFollowsTheGatewayAndGoesWithTheGame() throws Exception {
    Path file = folder.resolve("mc-agent/endpoint.json");
    try (TestCore test = new TestCore(folder).ticking()) {
      test.core.ready();
      JsonObject endpoint = StrictJson.object(Files.readString(file).strip());
      assertThat(endpoint.get("port").getAsInt()).isEqualTo(test.core.port());
      assertThat(endpoint.get("token").getAsString()).isEqualTo(test.core.token()).hasSize(64);
      assertThat(endpoint.get("pid").getAsLong()).isEqualTo(ProcessHandle.current().pid());
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
      try (ControlClient client = ControlClient.greeted(test.core)) {
        client.call(
            "{\"verb\":\"announce\",\"mcp_url\":\"http://127.0.0.1:1/mcp\",\"mcp_token\":\"m\"}");
      }
      assertThat(StrictJson.object(Files.readString(file).strip()).get("mcp_url").getAsString())
          .isEqualTo("http://127.0.0.1:1/mcp");
      try (var files = Files.list(file.getParent())) {
        assertThat(files).hasSize(1);
      }
    }
    assertThat(file).doesNotExist();
  }

  @Test
  void endpointThatIsDeletedComesBack() throws Exception {
    Path file = folder.resolve("mc-agent/endpoint.json");
    try (TestCore test = new TestCore(folder).ticking()) {
      test.core.ready();
      String before = Files.readString(file);
      Files.delete(file);
      Files.delete(file.getParent());
      Eventually.until("the file is back", () -> Files.exists(file));
      assertThat(Files.readString(file)).isEqualTo(before);
    }
    assertThat(file).doesNotExist();
  }

  @Test
  void endpointOfAnotherGameInTheFolderIsLeftAlone() throws Exception {
    Path file = folder.resolve("mc-agent/endpoint.json");
    try (TestCore test = new TestCore(folder).ticking()) {
      test.core.ready();
      Files.writeString(file, "{\"pid\":1}");
    }
    assertThat(file).exists();
  }

  @Test
  void launchFileIsReadRelativeToItself() {
    JsonObject launch =
        StrictJson.object(
            "{\"game_dir\":\"game\",\"python\":\"/p\",\"jep_dir\":\"/jep\",\"lane_budget_ms\":30,\"world\":\"void\"}");
    CoreOptions options = CoreOptions.read(launch, folder.resolve("launch.json"));
    assertThat(options.gameDir()).isEqualTo(folder.resolve("game"));
    assertThat(options.laneBudgetMs()).isEqualTo(30);
    assertThat(options.scriptMemoryMib()).isEqualTo(1024);
    assertThat(options.gateway()).isTrue();
    assertThat(options.rotateBytes()).isEqualTo(64L << 20);
    assertThat(options.ticklaneVersion()).matches("\\d+\\.\\d+\\.\\d+.*");
    launch.addProperty("lane_budget_ms", "30");
    assertThatThrownBy(() -> CoreOptions.read(launch, folder.resolve("launch.json")))
        .hasMessageContaining("'lane_budget_ms'");
    launch.remove("lane_budget_ms");
    launch.addProperty("script_memory_mib", 15);
    assertThatThrownBy(() -> CoreOptions.read(launch, folder.resolve("launch.json")))
        .hasMessageContaining("'script_memory_mib' must be a whole number from 16 to 1048576");
    launch.addProperty("script_memory_mib", 16);
    assertThat(CoreOptions.read(launch, folder.resolve("launch.json")).scriptMemoryMib())
        .isEqualTo(16);
    launch.remove("python");
    assertThatThrownBy(() -> CoreOptions.read(launch, folder.resolve("launch.json")))
        .hasMessageContaining("'python'");
  }

  @Test
  void gatewayIsRestartedWhenItDiesAndEndsWithItsInput() throws Exception {
    Path starts = folder.resolve("starts");
    Path ended = folder.resolve("ended");
    Path python = folder.resolve("python");
    // Dies at its first start; then lives until its input ends.
    Files.writeString(
        python,
        """
        #!/bin/sh
        echo "$@" >> '%s'
        [ "$(wc -l < '%s')" -gt 1 ] || exit 3
        cat > /dev/null
        touch '%s'
        """
            .formatted(starts, starts, ended));
    Files.setPosixFilePermissions(python, PosixFilePermissions.fromString("rwx------"));
    GatewaySupervisor supervisor = new GatewaySupervisor(python.toString(), folder);
    supervisor.start();
    Eventually.until("second start", () -> lines(starts) == 2);
    assertThat(Files.readAllLines(starts))
        .containsOnly("-P -m ticklane_gateway --game-dir " + folder);
    supervisor.stop();
    Eventually.until("ended by its input", () -> Files.exists(ended));
  }

  private static int lines(Path file) {
    try {
      return Files.exists(file) ? Files.readAllLines(file).size() : 0;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
