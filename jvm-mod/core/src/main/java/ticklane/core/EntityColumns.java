package ticklane.core;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * All entities as packed columns in one direct buffer, so that Python copies them in one go and
 * slices numpy views. For {@code n} rows the columns follow each other without gaps: doubles pos,
 * vel, aabb_min, aabb_max (3 a row), yaw, pitch, width, height, health; longs id, age, fuse, count,
 * uuid high, uuid low; ints type, item, block, tags; bytes on_ground. Not known: NaN or -1.
 */
public final class EntityColumns {
  /** 17 doubles, 6 longs, 4 ints, 1 byte. */
  public static final int ROW_BYTES = 17 * 8 + 6 * 8 + 4 * 4 + 1;

  private ByteBuffer buffer = allocate(1024);
  private int n;
  private int vel;
  private int aabbMin;
  private int aabbMax;
  private int scalars;
  private int longs;
  private int ints;
  private int bytes;

  private static ByteBuffer allocate(int rows) {
    return ByteBuffer.allocateDirect(rows * ROW_BYTES).order(ByteOrder.nativeOrder());
  }

  /** The buffer of the last fill; {@link #begin} replaces it when it must grow. */
  public ByteBuffer buffer() {
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
    if (rows > 10_000_000) {
      throw new HostException(
          HostException.LIMIT, rows + " entities are more than a table can hold (10,000,000)");
    }
    if ((long) rows * ROW_BYTES > buffer.capacity()) {
      buffer = allocate(Math.max(rows, Math.min(10_000_000, 2 * (buffer.capacity() / ROW_BYTES))));
    }
    n = rows;
    vel = rows * 24;
    aabbMin = rows * 48;
    aabbMax = rows * 72;
    scalars = rows * 96;
    longs = rows * 136;
    ints = rows * 184;
    bytes = rows * 200;
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
    int at = row * 24;
    buffer.putDouble(at, x).putDouble(at + 8, y).putDouble(at + 16, z);
    at += vel;
    buffer.putDouble(at, vx).putDouble(at + 8, vy).putDouble(at + 16, vz);
    at = scalars + row * 8;
    buffer.putDouble(at, yaw).putDouble(at + n * 8, pitch);
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
    int at = aabbMin + row * 24;
    buffer.putDouble(at, minX).putDouble(at + 8, minY).putDouble(at + 16, minZ);
    at = aabbMax + row * 24;
    buffer.putDouble(at, maxX).putDouble(at + 8, maxY).putDouble(at + 16, maxZ);
    at = scalars + n * 16 + row * 8;
    buffer.putDouble(at, width).putDouble(at + n * 8, height);
  }

  public void identity(int row, int id, long age, long uuidHigh, long uuidLow, int type, int tags) {
    int at = longs + row * 8;
    buffer.putLong(at, id).putLong(at + n * 8, age);
    buffer.putLong(at + n * 32, uuidHigh).putLong(at + n * 40, uuidLow);
    at = ints + row * 4;
    buffer.putInt(at, type).putInt(at + n * 12, tags);
  }

  public void state(
      int row, double health, long fuse, long count, int item, int block, boolean onGround) {
    buffer.putDouble(scalars + n * 32 + row * 8, health);
    int at = longs + row * 8;
    buffer.putLong(at + n * 16, fuse).putLong(at + n * 24, count);
    at = ints + row * 4;
    buffer.putInt(at + n * 4, item).putInt(at + n * 8, block);
    buffer.put(bytes + row, (byte) (onGround ? 1 : 0));
  }
}
