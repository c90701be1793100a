package ticklane.core;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Events of a tick as rows of numbers, so that a flood costs neither objects nor Python calls.
 * Written by the host on the lane's thread (a host whose event comes on another thread hands it
 * over first), moved out once a step by {@link #drainTo}.
 */
public final class EventQueue {
  /** Rows held between two drains; what comes beyond is counted in {@link #dropped()}. */
  public static final int CAPACITY = 8192;

  /** ints kind order id type a b c text, then doubles pos[3] v1[3] v2[3] value. */
  public static final int ROW_BYTES = 112;

  private final ByteBuffer rows =
      ByteBuffer.allocateDirect(CAPACITY * ROW_BYTES).order(ByteOrder.nativeOrder());
  private List<String> texts = new ArrayList<>();
  private List<String> drainedTexts = new ArrayList<>();
  private int count;
  private int order;
  private long dropped;
  private int mask;
  private EventQueue twin;

  /** From now on another queue gets a copy of everything that is put here; null: none does. */
  public void twin(EventQueue queue) {
    twin = queue;
  }

  /** Whether anybody asked for this kind; hosts test it before they gather an event's data. */
  public boolean wants(EventKind kind) {
    return (mask & kind.bit()) != 0;
  }

  public void want(int mask) {
    this.mask = mask;
  }

  /** Adds a row with no velocities, value or text. */
  public void put(
      EventKind kind, int id, int type, int a, int b, int c, double x, double y, double z) {
    put(kind, id, type, a, b, c, x, y, z, 0, 0, 0, 0, 0, 0, 0);
  }

  /**
   * Adds one event. What id, type, a, b, c, v1, v2 and value mean by kind stands in
   * docs/java-python.md.
   *
   * <p>An event nobody asked for is ignored but still takes its place in the order.
   */
  public void put(
      EventKind kind,
      int id,
      int type,
      int a,
      int b,
      int c,
      double x,
      double y,
      double z,
      double v1x,
      double v1y,
      double v1z,
      double v2x,
      double v2y,
      double v2z,
      double value) {
    if (twin != null) {
      twin.put(kind, id, type, a, b, c, x, y, z, v1x, v1y, v1z, v2x, v2y, v2z, value);
    }
    add(kind, id, type, a, b, c, x, y, z, v1x, v1y, v1z, v2x, v2y, v2z, value);
  }

  private void add(
      EventKind kind,
      int id,
      int type,
      int a,
      int b,
      int c,
      double x,
      double y,
      double z,
      double v1x,
      double v1y,
      double v1z,
      double v2x,
      double v2y,
      double v2z,
      double value) {
    int place = order++;
    if (!wants(kind)) {
      return;
    }
    if (count == CAPACITY) {
      dropped++;
      return;
    }
    int at = count++ * ROW_BYTES;
    rows.putInt(at, kind.number()).putInt(at + 4, place).putInt(at + 8, id).putInt(at + 12, type);
    rows.putInt(at + 16, a).putInt(at + 20, b).putInt(at + 24, c).putInt(at + 28, -1);
    rows.putDouble(at + 32, x).putDouble(at + 40, y).putDouble(at + 48, z);
    rows.putDouble(at + 56, v1x).putDouble(at + 64, v1y).putDouble(at + 72, v1z);
    rows.putDouble(at + 80, v2x).putDouble(at + 88, v2y).putDouble(at + 96, v2z);
    rows.putDouble(at + 104, value);
  }

  /** Adds a player event with its name and text. */
  public void putText(
      EventKind kind, int id, int type, double x, double y, double z, String name, String text) {
    if (twin != null) {
      twin.putText(kind, id, type, x, y, z, name, text);
    }
    int before = count;
    add(kind, id, type, 0, 0, 0, x, y, z, 0, 0, 0, 0, 0, 0, 0);
    if (count > before) {
      rows.putInt(before * ROW_BYTES + 28, texts.size());
      texts.add(name + "\n" + text);
    }
  }

  /**
   * Moves the rows to {@code out} (position untouched), starts a new tick's order and returns how
   * many there were.
   */
  public int drainTo(ByteBuffer out) {
    int n = count;
    if (n > 0) {
      out.put(0, rows, 0, n * ROW_BYTES);
    }
    List<String> spare = drainedTexts;
    drainedTexts = texts;
    spare.clear();
    texts = spare;
    count = 0;
    order = 0;
    return n;
  }

  /** Moves the rows to the end of another queue, with their texts. */
  public void moveTo(EventQueue to) {
    for (int row = 0; row < count; row++) {
      if (to.count == CAPACITY) {
        to.dropped++;
        continue;
      }
      int at = to.count++ * ROW_BYTES;
      to.rows.put(at, rows, row * ROW_BYTES, ROW_BYTES);
      to.rows.putInt(at + 4, to.order++);
      int text = rows.getInt(row * ROW_BYTES + 28);
      if (text >= 0) {
        to.rows.putInt(at + 28, to.texts.size());
        to.texts.add(texts.get(text));
      }
    }
    to.dropped += dropped;
    dropped = 0;
    texts.clear();
    count = 0;
    order = 0;
  }

  /** Text of a drained player event, "name\ntext"; valid until the next drain. */
  public String text(int index) {
    return drainedTexts.get(index);
  }

  /** Events lost to the bound since the start. */
  public long dropped() {
    return dropped;
  }
}
