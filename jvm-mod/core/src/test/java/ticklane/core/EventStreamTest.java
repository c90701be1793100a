package ticklane.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class EventStreamTest {
  private final AtomicLong now = new AtomicLong();
  private final EventStream stream = new EventStream(now::get);
  private final EventStream.Rate rate = new EventStream.Rate();

  private static String text(JsonArray events, int at) {
    return events.get(at).getAsJsonObject().get("text").getAsString();
  }

  @Test
  void floodOfLinesIsBoundedPerSecondAndTheRestCounted() {
    for (int i = 0; i < 50; i++) {
      stream.line(1, "a", rate, "line " + i);
    }
    assertThat(stream.next()).isEqualTo(1 + EventStream.LINES_PER_SECOND);
    now.set(2_000_000_000L);
    stream.settle(2, "a", rate, false);
    stream.line(2, "a", rate, "after");
    JsonArray events = stream.page(0, 100, "").getAsJsonArray("events");
    assertThat(text(events, 19)).isEqualTo("line 19");
    assertThat(text(events, 20)).isEqualTo("30 more lines");
    assertThat(text(events, 21)).isEqualTo("after");
  }

  @Test
  void pagesGoOnWhereTheLastOneEnded() {
    for (int i = 0; i < 5; i++) {
      stream.event(i, i % 2 == 0 ? "a" : "b", "started", new JsonObject());
    }
    JsonObject first = stream.page(0, 2, "a");
    assertThat(first.getAsJsonArray("events")).hasSize(2);
    assertThat(first.get("next").getAsLong()).isEqualTo(5);
    JsonObject second = stream.page(5, 2, "a");
    assertThat(second.getAsJsonArray("events")).hasSize(1);
    assertThat(second.get("next").getAsLong()).isEqualTo(6);
    assertThat(stream.hasSince(6, "")).isFalse();
    assertThat(stream.hasSince(5, "b")).isFalse();
  }

  @Test
  void cursorThatFellBehindIsToldHowManyItMissed() {
    for (int i = 0; i < EventStream.EVENTS + 10; i++) {
      stream.event(i, "a", "k", new JsonObject());
    }
    JsonObject page = stream.page(3, 1, "");
    assertThat(page.get("skipped").getAsLong()).isEqualTo(8);
    assertThat(page.getAsJsonArray("events").get(0).getAsJsonObject().get("seq").getAsLong())
        .isEqualTo(11);
  }
}
