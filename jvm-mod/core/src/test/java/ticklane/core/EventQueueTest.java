package ticklane.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class EventQueueTest {
  private final EventQueue queue = new EventQueue();
  private final ByteBuffer out =
      ByteBuffer.allocateDirect(EventQueue.CAPACITY * EventQueue.ROW_BYTES)
          .order(ByteOrder.nativeOrder());

  @Test
  void orderCountsAllEventsAlsoThoseNobodyAskedFor() {
    queue.want(EventKind.EXPLOSION.bit());
    queue.put(EventKind.IMPULSE, 1, 0, 0, 0, 0, 0, 0, 0);
    queue.put(EventKind.EXPLOSION, 2, 3, 4, 5, 6, 1.5, 2.5, 3.5);
    assertThat(queue.drainTo(out)).isEqualTo(1);
    assertThat(out.getInt(0)).isEqualTo(0);
    assertThat(out.getInt(4)).isEqualTo(1);
    assertThat(out.getInt(8)).isEqualTo(2);
    assertThat(out.getInt(28)).isEqualTo(-1);
    assertThat(out.getDouble(48)).isEqualTo(3.5);
    queue.put(EventKind.EXPLOSION, 2, 3, 4, 5, 6, 1, 2, 3);
    queue.drainTo(out);
    assertThat(out.getInt(4)).isZero();
  }

  @Test
  void vectorsAndValueHaveTheirPlaces() {
    queue.want(EventKind.IMPULSE.bit());
    queue.put(EventKind.IMPULSE, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    queue.drainTo(out);
    for (int i = 0; i < 10; i++) {
      assertThat(out.getDouble(32 + 8 * i)).isEqualTo(6 + i);
    }
  }

  @Test
  void aTwinHearsWhatItWantsWithItsTexts() {
    EventQueue twin = new EventQueue();
    EventQueue third = new EventQueue();
    third.want(EventKind.CHAT.bit());
    twin.want(EventKind.CHAT.bit());
    queue.want(EventKind.EXPLOSION.bit());
    queue.twin(twin);
    queue.put(EventKind.EXPLOSION, 7, 0, 0, 0, 0, 0, 0, 0);
    queue.putText(EventKind.CHAT, 1, 2, 3, 4, 5, "who", "first");
    queue.putText(EventKind.CHAT, 1, 2, 3, 4, 5, "who", "second");
    assertThat(queue.drainTo(out)).isEqualTo(1);
    third.putText(EventKind.CHAT, 1, 2, 3, 4, 5, "who", "before");
    twin.moveTo(third);
    assertThat(twin.drainTo(out)).isZero();
    assertThat(third.drainTo(out)).isEqualTo(3);
    int last = 2 * EventQueue.ROW_BYTES;
    assertThat(out.getInt(last + 4)).isEqualTo(2);
    assertThat(third.text(out.getInt(last + 28))).isEqualTo("who\nsecond");
  }

  @Test
  void overflowIsCounted() {
    queue.want(EventKind.EXPLOSION.bit());
    for (int i = 0; i < EventQueue.CAPACITY + 5; i++) {
      queue.put(EventKind.EXPLOSION, i, 0, 0, 0, 0, 0, 0, 0);
    }
    assertThat(queue.drainTo(out)).isEqualTo(EventQueue.CAPACITY);
    assertThat(queue.dropped()).isEqualTo(5);
    assertThat(out.getInt((EventQueue.CAPACITY - 1) * EventQueue.ROW_BYTES + 8))
        .isEqualTo(EventQueue.CAPACITY - 1);
  }

  @Test
  void textsLastUntilTheNextDrain() {
    queue.want(EventKind.CHAT.bit());
    queue.putText(EventKind.CHAT, 7, 0, 0, 0, 0, "Ann", "hello");
    queue.drainTo(out);
    queue.putText(EventKind.CHAT, 7, 0, 0, 0, 0, "Bob", "later");
    assertThat(queue.text(out.getInt(28))).isEqualTo("Ann\nhello");
    queue.drainTo(out);
    assertThat(queue.text(out.getInt(28))).isEqualTo("Bob\nlater");
  }
}
