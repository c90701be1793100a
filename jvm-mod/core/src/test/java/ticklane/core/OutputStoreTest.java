package ticklane.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputStoreTest {
  @TempDir private Path folder;
  private OutputStore store;

  @BeforeEach
  void start() {
    store = new OutputStore(10_000);
    store.start();
  }

  @AfterEach
  void stop() {
    store.close(10_000);
  }

  private ScriptOutput rotated(long bytes) {
    return new ScriptOutput("fall", 1, OutputFiles.rotated(folder, "fall", bytes, 4));
  }

  private static byte[] row(long n) {
    return row(n, n % 2 == 0 ? "even" : "odd", Long.toString(n));
  }

  private static byte[] row(long tick, String key, String value) {
    return "{\"tick\":%d,\"key\":\"%s\",\"value\":%s}\n"
        .formatted(tick, key, value)
        .getBytes(StandardCharsets.UTF_8);
  }

  private void write(ScriptOutput output, int from, int to) {
    for (int i = from; i < to; i++) {
      store.append(output, row(i), 1, true);
    }
    store.awaitWritten(output, 10_000_000_000L);
  }

  private static OutputQuery query(long since, int limit) {
    return new OutputQuery(-1, since, List.of(), limit, 1, 20_000);
  }

  private static List<Long> ticks(OutputPage page) {
    return page.rows().stream().map(row -> StrictJson.object(row).get("tick").getAsLong()).toList();
  }

  @Test
  void idThatLooksLikeARotatedFileHasAFileOfItsOwn() {
    OutputFiles fall = OutputFiles.rotated(folder, "fall", 1 << 20, 4);
    OutputFiles numbered = OutputFiles.rotated(folder, "fall.1", 1 << 20, 4);
    assertThat(fall.current()).isEqualTo(folder.resolve("script-fall.jsonl"));
    assertThat(List.of(fall.path(0), fall.path(1), fall.path(2)))
        .doesNotContain(numbered.current());
  }

  @Test
  void idsThatDifferByCaseHaveFilesThatDifferByMore() {
    List<String> names =
        List.of("fall", "Fall", "FALL", "fall~1", "fall.1", "Fall.1", "F".repeat(64)).stream()
            .map(id -> OutputFiles.rotated(folder, id, 1 << 20, 4).current().getFileName())
            .map(name -> name.toString().toLowerCase(Locale.ROOT))
            .toList();
    assertThat(names).doesNotHaveDuplicates().allMatch(name -> name.length() < 120);
  }

  @Test
  void pagesFindRowsByNumber() {
    ScriptOutput output = rotated(1 << 20);
    write(output, 0, 1000);
    OutputPage page = output.page(query(700, 3));
    assertThat(ticks(page)).containsExactly(700L, 701L, 702L);
    assertThat(page.next()).isEqualTo(703);
    assertThat(page.more()).isTrue();
    assertThat(page.total()).isEqualTo(1000);
    OutputPage last = output.page(query(998, 10));
    assertThat(ticks(last)).containsExactly(998L, 999L);
    assertThat(last.more()).isFalse();
    assertThat(last.next()).isEqualTo(1000);
    assertThat(output.page(query(5000, 10)).rows()).isEmpty();
  }

  @Test
  void keysAndStrideChooseRows() {
    ScriptOutput output = rotated(1 << 20);
    write(output, 0, 100);
    OutputPage page = output.page(new OutputQuery(-1, 0, List.of("odd"), 3, 10, 20_000));
    assertThat(ticks(page)).containsExactly(1L, 21L, 41L);
    assertThat(page.next()).isEqualTo(61);
    OutputPage next = output.page(new OutputQuery(-1, 61, List.of("odd"), 3, 10, 20_000));
    assertThat(ticks(next)).containsExactly(61L, 81L);
    assertThat(next.more()).isFalse();
  }

  @Test
  void strideIsKeptOverFilesAndPastTheLastRow() {
    ScriptOutput output = rotated(5_000);
    write(output, 0, 300);
    OutputPage oldest = output.page(query(0, 1));
    long first = ticks(oldest).get(0);
    OutputPage page = output.page(new OutputQuery(-1, first, List.of(), 1000, 50, 20_000));
    assertThat(ticks(page))
        .containsExactlyElementsOf(
            LongStream.iterate(first, n -> n < 300, n -> n + 50).boxed().toList());
    assertThat(page.next()).isGreaterThanOrEqualTo(300);
    assertThat((page.next() - first) % 50).isZero();
    ScriptOutput whole = new ScriptOutput("long", 1, OutputFiles.run(folder, "long"));
    write(whole, 0, 20_000);
    assertThat(ticks(whole.page(new OutputQuery(-1, 0, List.of(), 1000, 7_000, 20_000))))
        .containsExactly(0L, 7_000L, 14_000L);
  }

  @Test
  void rotationKeepsTheYoungestFilesAndSaysWhatWasDropped() throws Exception {
    ScriptOutput output = rotated(500);
    write(output, 0, 100);
    try (var files = Files.list(folder)) {
      assertThat(files.map(p -> p.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "script-fall.jsonl",
              "script-fall.1.jsonl",
              "script-fall.2.jsonl",
              "script-fall.3.jsonl");
    }
    OutputPage page = output.page(query(0, 1000));
    assertThat(page.dropped()).isPositive();
    assertThat(ticks(page).get(0)).isEqualTo(page.dropped());
    assertThat(ticks(page)).hasSize(100 - (int) page.dropped()).endsWith(99L);
    assertThat(page.next()).isEqualTo(100);
    assertThat(output.page(query(99, 10)).dropped()).isZero();
  }

  @Test
  void newGenerationKeepsTheOldRowsOnDiskAndResetsCursors() throws Exception {
    ScriptOutput old = rotated(1 << 20);
    write(old, 0, 10);
    store.end(old);
    ScriptOutput fresh =
        new ScriptOutput("fall", 2, OutputFiles.rotated(folder, "fall", 1 << 20, 4));
    write(fresh, 50, 52);
    OutputPage page = fresh.page(new OutputQuery(1, 7, List.of(), 10, 1, 20_000));
    assertThat(page.reset()).isTrue();
    assertThat(ticks(page)).containsExactly(50L, 51L);
    assertThat(fresh.page(new OutputQuery(2, 0, List.of(), 10, 1, 20_000)).reset()).isFalse();
    assertThat(Files.readAllLines(folder.resolve("script-fall.1.jsonl"))).hasSize(10);
  }

  @Test
  void rowTooBigForThePageIsCutAndTheCursorPasses() {
    ScriptOutput output = rotated(1 << 20);
    store.append(output, row(1, "big", "\"" + "x".repeat(3000) + "\""), 1, true);
    store.append(output, row(2), 1, true);
    store.awaitWritten(output, 10_000_000_000L);
    OutputPage page = output.page(new OutputQuery(-1, 0, List.of(), 10, 1, 1000));
    assertThat(page.truncated()).isTrue();
    assertThat(ticks(page)).containsExactly(1L, 2L);
    assertThat(StrictJson.object(page.rows().get(0)).get("key").getAsString()).isEqualTo("big");
    assertThat(StrictJson.object(page.rows().get(0)).get("value").isJsonNull()).isTrue();
  }

  @Test
  void pageEndsAtItsBytes() {
    ScriptOutput output = rotated(1 << 20);
    write(output, 0, 100);
    OutputPage page = output.page(new OutputQuery(-1, 0, List.of(), 100, 1, 200));
    assertThat(page.rows().stream().mapToInt(String::length).sum()).isLessThanOrEqualTo(200);
    assertThat(page.more()).isTrue();
    assertThat(page.next()).isEqualTo(page.rows().size());
  }

  @Test
  void fullQueueLosesAndCountsRowsInRealTimeOnly() throws Exception {
    ScriptOutput output = rotated(1 << 20);
    byte[] big = row(1, "k", "\"" + "x".repeat(4000) + "\"");
    int[] kept = {0};
    Thread sprinting;
    synchronized (output) { // the writer waits for this monitor: a disk that hangs
      while (store.append(output, big, 1, false)) {
        kept[0]++;
      }
      assertThat(output.lost.get()).isEqualTo(1);
      sprinting = new Thread(() -> store.append(output, big, 1, true));
      sprinting.start();
      Eventually.until(
          "the sprinting lane waits", () -> sprinting.getState() == Thread.State.WAITING);
    }
    sprinting.join(10_000);
    store.awaitWritten(output, 10_000_000_000L);
    assertThat(output.written()).isEqualTo(kept[0] + 1);
    assertThat(output.page(query(0, 1)).lost()).isEqualTo(1);
  }

  @Test
  void failingDiskCostsRowsAndNothingElse() throws Exception {
    Path blocked = folder.resolve("file");
    Files.writeString(blocked, "not a folder");
    ScriptOutput output =
        new ScriptOutput("fall", 1, OutputFiles.rotated(blocked, "fall", 1 << 20, 4));
    write(output, 0, 3);
    assertThat(output.written()).isZero();
    assertThat(output.lost.get()).isEqualTo(3);
    assertThat(output.page(query(0, 1)).lostWhy()).startsWith("script-fall.jsonl: ");
    Files.delete(blocked);
    write(output, 3, 5);
    assertThat(ticks(output.page(query(0, 10)))).containsExactly(3L, 4L);
  }

  @Test
  void fileTakenAwayIsSkippedNotRepeatedForEver() throws Exception {
    ScriptOutput output = rotated(1 << 20);
    write(output, 0, 10);
    Files.delete(folder.resolve("script-fall.jsonl"));
    OutputPage page = output.page(query(0, 5));
    assertThat(page.rows()).isEmpty();
    assertThat(page.next()).isEqualTo(10);
    assertThat(page.more()).isFalse();
    assertThat(page.dropped()).isEqualTo(10);
  }

  @Test
  void fileTakenAwayOrCutWhileItIsWrittenBeginsAnewWithoutAHole() throws Exception {
    Path file = folder.resolve("script-fall.jsonl");
    ScriptOutput output = rotated(1 << 20);
    write(output, 0, 10);
    Files.delete(file);
    write(output, 10, 12);
    assertThat(Files.readString(file)).startsWith("{\"tick\":10,");
    OutputPage page = output.page(query(0, 100));
    assertThat(ticks(page)).containsExactly(10L, 11L);
    assertThat(page.dropped()).isEqualTo(10);
    try (FileChannel cut = FileChannel.open(file, StandardOpenOption.WRITE)) {
      cut.truncate(5);
    }
    write(output, 12, 14);
    assertThat(Files.readAllLines(file)).hasSize(2).first().asString().startsWith("{\"tick\":12,");
    assertThat(ticks(output.page(query(0, 100)))).containsExactly(12L, 13L);
    Files.writeString(file, "not ours", StandardOpenOption.APPEND);
    write(output, 14, 15);
    assertThat(ticks(output.page(query(0, 100)))).containsExactly(12L, 13L, 14L);
    assertThat(Files.readAllLines(file)).hasSize(3);
    assertThat(output.lost.get()).isZero();
  }

  @Test
  void runFolderIsNeverRotated() {
    ScriptOutput output = new ScriptOutput("fall", 1, OutputFiles.run(folder, "records"));
    write(output, 0, 2000);
    assertThat(ticks(output.page(query(1234, 1)))).containsExactly(1234L);
    assertThat(folder.resolve("records.jsonl")).exists();
  }

  @Test
  void idNeverLeavesItsFolder() {
    OutputFiles files = OutputFiles.rotated(folder, "../../etc/passwd", 10, 2);
    assertThat(files.current().normalize().getParent()).isEqualTo(folder);
    assertThat(OutputFiles.rotated(folder, "a/b", 10, 2).current())
        .isNotEqualTo(OutputFiles.rotated(folder, "a:b", 10, 2).current());
  }

  @Test
  void indexStaysSmallAndRight() {
    RowIndex index = new RowIndex();
    for (long row = 0; row < 10_000_000; row++) {
      index.add(row, row * 10);
    }
    for (long row : new long[] {0, 63, 64, 999_999, 9_999_999}) {
      long before = index.rowBefore(row);
      assertThat(before).isLessThanOrEqualTo(row).isGreaterThan(row - 1024);
      assertThat(index.offset(before)).isEqualTo(before * 10);
    }
  }
}
