package ticklane.core;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/**
 * All entities as packed columns in one direct buffer, so that Python copies them in one go and
 * slices numpy views. For {@code n} rows the columns follow each other without gaps: doubles pos,
 * vel, aabb_min, aabb_max (3 a row), yaw, pitch, width, height, health; longs id, age, fuse, count,
 * uuid high, uuid low; ints type, item, block, tags; bytes on_ground. Not known: NaN or -1.
 */
public final class EntityColumns {
  /** 17 doubles, 6 longs, 4 ints, 1 byte. */
  public static final int ROW_BYTES = 17 * 8 + 6 * 8 + 4 * 4 + 1;

  private static final int MAX_ROWS = 10_000_000;

  private ByteBuffer buffer;
  private DoubleBuffer doubleView;
  private LongBuffer longView;
  private IntBuffer intView;
  private double[] doubles;
  private long[] longs;
  private int[] ints;
  private byte[] bytes;
  private int n;
  private boolean written;

  /** Room for 1,024 rows; it grows. */
  public EntityColumns() {
    allocate(1024);
  }

  private void allocate(int rows) {
    buffer = ByteBuffer.allocateDirect(rows * ROW_BYTES).order(ByteOrder.nativeOrder());
    doubleView = buffer.asDoubleBuffer();
    longView = buffer.asLongBuffer();
    intView = buffer.asIntBuffer();
    doubles = new double[17 * rows];
    longs = new long[6 * rows];
    ints = new int[4 * rows];
    bytes = new byte[rows];
  }

  /** The buffer with the rows of the last fill; {@link #begin} replaces it when it must grow. */
  public ByteBuffer buffer() {
    if (written) {
      written = false;
      doubleView.put(0, doubles, 0, 17 * n);
      longView.put(17 * n, longs, 0, 6 * n);
      intView.put(46 * n, ints, 0, 4 * n);
      buffer.put(200 * n, bytes, 0, n);
    }
    return buffer;
  }

  public int size() {
    return n;
  }

  /**
   * Starts a fill of exactly {@code rows} rows.
   *
   * @throws HostException kind limit, over ten million rows
   */
  public void begin(int rows) {
    if (rows > MAX_ROWS) {
      throw new HostException(
          HostException.LIMIT, rows + " entities are more than a table can hold (10,000,000)");
    }
    if (rows > bytes.length) {
      allocate(Math.max(rows, Math.min(MAX_ROWS, 2 * bytes.length)));
    }
    n = rows;
    written = true;
  }

  public void motion(
      int row,
      double x,
      double y,
      double z,
      double vx,
      double vy,
      double vz,
      double yaw,
      double pitch) {
    int at = 3 * row;
    doubles[at] = x;
    doubles[at + 1] = y;
    doubles[at + 2] = z;
    at += 3 * n;
    doubles[at] = vx;
    doubles[at + 1] = vy;
    doubles[at + 2] = vz;
    doubles[12 * n + row] = yaw;
    doubles[13 * n + row] = pitch;
  }

  /** The box of an entity whose feet are there. */
  public void box(int row, double x, double y, double z, double width, double height) {
    double half = width / 2;
    box(row, x - half, y, z - half, x + half, y + height, z + half, width, height);
  }

  public void box(
      int row,
      double minX,
      double minY,
      double minZ,
      double maxX,
      double maxY,
      double maxZ,
      double width,
      double height) {
    int at = 6 * n + 3 * row;
    doubles[at] = minX;
    doubles[at + 1] = minY;
    doubles[at + 2] = minZ;
    at += 3 * n;
    doubles[at] = maxX;
    doubles[at + 1] = maxY;
    doubles[at + 2] = maxZ;
    doubles[14 * n + row] = width;
    doubles[15 * n + row] = height;
  }

  public void identity(int row, int id, long age, long uuidHigh, long uuidLow, int type, int tags) {
    longs[row] = id;
    longs[n + row] = age;
    longs[4 * n + row] = uuidHigh;
    longs[5 * n + row] = uuidLow;
    ints[row] = type;
    ints[3 * n + row] = tags;
  }

  public void state(
      int row, double health, long fuse, long count, int item, int block, boolean onGround) {
    doubles[16 * n + row] = health;
    longs[2 * n + row] = fuse;
    longs[3 * n + row] = count;
    ints[n + row] = item;
    ints[2 * n + row] = block;
    bytes[row] = (byte) (onGround ? 1 : 0);
  }
}
