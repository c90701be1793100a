package ticklane.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListJsonTest {
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

  /** Starts that many with long numbers in every column; their ids are made by {@code id}. */
  private void start(int scripts, java.util.function.IntFunction<String> id) {
    int[] slots = new int[scripts];
    for (int n = 0; n < scripts; n++) {
      slots[n] = test.runtime.start(id.apply(n));
    }
    test.runtime.onStep =
        tick -> {
          for (int slot : slots) {
            test.runtime.noteStep(slot, 1_234_567, 12_345_678, 3);
          }
        };
    test.lane.step(1_000_000);
  }

  private JsonObject list(int limit) {
    return ListJson.of(
        test.core.board(), test.host.info(), "sprinting", 40, Set.of(), "all", limit);
  }

  private static int bytes(JsonObject list) {
    return list.toString().getBytes(StandardCharsets.UTF_8).length;
  }

  private static List<String> ids(JsonObject list) {
    List<String> ids = new ArrayList<>();
    for (JsonElement row : list.getAsJsonArray("scripts")) {
      ids.add(row.getAsJsonArray().get(0).getAsString());
    }
    return ids;
  }

  @Test
  void fiftyScriptsAreListedWholeInFourKilobytes() {
    start(50, "fall-of-blocks-%02d"::formatted);
    JsonObject list = list(50);
    assertThat(bytes(list)).isLessThanOrEqualTo(4096);
    assertThat(ids(list)).hasSize(50).contains("fall-of-blocks-00", "fall-of-blocks-49");
    assertThat(list.has("cut")).isFalse();
  }

  @Test
  void oneOffsThatEndedAreCountedAndScriptsListed() {
    int slot = test.runtime.start("exec-1");
    test.runtime.bridge.publish(slot, "{\"one_off\":\"text\"}");
    test.runtime.start("watch");
    assertThat(ids(list(50))).containsExactly("exec-1", "watch");
    test.runtime.end(slot, "finished");
    JsonObject list = list(50);
    assertThat(ids(list)).containsExactly("watch");
    assertThat(list.get("one_offs_ended").getAsInt()).isEqualTo(1);
    JsonObject ended =
        ListJson.of(test.core.board(), test.host.info(), "sprinting", 40, Set.of(), "ended", 50);
    assertThat(ids(ended)).containsExactly("exec-1");
  }

  @Test
  void longIdsAreCutInTheirMiddleAndUnderstoodAsTheyStand() throws Exception {
    start(
        50, n -> "an-experiment-with-a-name-as-long-as-the-rule-for-ids-allows-%03d".formatted(n));
    JsonObject list = list(50);
    assertThat(bytes(list)).isLessThanOrEqualTo(4096);
    assertThat(list.get("cut").getAsString()).startsWith("ids over ");
    List<String> ids = ids(list);
    assertThat(ids).hasSize(50).doesNotHaveDuplicates();
    for (String shown : ids) {
      String id = test.core.board().script(shown).id;
      assertThat(id).hasSize(64).endsWith(shown.substring(shown.length() - 3));
    }
  }

  @Test
  void idsThatWouldReadAlikeStayWhole() {
    start(50, n -> "begin-%02d-the-same-end-for-every-script-that-is-in-this-list".formatted(n));
    assertThat(ids(list(50))).doesNotHaveDuplicates();
    start(2, n -> "x".repeat(20) + (char) ('a' + n) + "y".repeat(40));
    assertThat(ids(list(52))).doesNotHaveDuplicates();
  }

  @Test
  void anIdThatMayMeanTwoScriptsIsRefusedWithThoseThereAre() {
    start(2, "fall-%d-of-blocks"::formatted);
    assertThatThrownBy(() -> test.core.board().script("fall…blocks"))
        .hasMessageContaining("fall-0-of-blocks, fall-1-of-blocks");
  }

  @Test
  void whatTheLimitLeavesOutIsCounted() {
    start(60, n -> "x".repeat(40) + n);
    JsonObject list = list(50);
    assertThat(list.get("left_out").getAsInt()).isEqualTo(10);
    assertThat(bytes(list)).isLessThanOrEqualTo(4096);
    assertThat(list.has("process")).isTrue();
  }
}
