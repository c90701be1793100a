package ticklane.core;

import java.nio.ByteBuffer;

/**
 * Numbers that scripts give, before a game gets them: what isn't finite can break a world for good.
 */
public final class AskedNumbers {
  /** Nothing lives this far up or down. */
  public static final double FAR = 20_000_000;

  private static final double EDGE = 30_000_000;

  private AskedNumbers() {}

  /**
   * Sees that a place is one of a world.
   *
   * @throws HostException bad_value
   */
  public static void checkPlace(double x, double y, double z) {
    if (!Double.isFinite(x) || !Double.isFinite(y) || !Double.isFinite(z)) {
      throw bad("a position is three finite numbers, not %s %s %s".formatted(x, y, z));
    }
    if (Math.abs(x) > EDGE || Math.abs(y) > FAR || Math.abs(z) > EDGE) {
      throw bad("%s %s %s is outside of any world".formatted(x, y, z));
    }
  }

  /**
   * Sees that a velocity is one.
   *
   * @throws HostException bad_value
   */
  public static void checkMotion(double vx, double vy, double vz) {
    if (!Double.isFinite(vx) || !Double.isFinite(vy) || !Double.isFinite(vz)) {
      throw bad("a velocity is three finite numbers, not %s %s %s".formatted(vx, vy, vz));
    }
  }

  /**
   * Sees that angles are some: a number too large for a float has become infinite.
   *
   * @throws HostException bad_value
   */
  public static void checkTurn(float yaw, float pitch) {
    if (!Float.isFinite(yaw) || !Float.isFinite(pitch)) {
      throw bad("yaw and pitch are finite numbers of degrees, not %s %s".formatted(yaw, pitch));
    }
  }

  /** Sees that all of a {@link GameHost#modify}'s rows can be done. */
  public static void checkRows(ByteBuffer rows, int n, int mask) {
    for (int row = 0; row < n; row++) {
      int at = row * Modification.ROW_BYTES + 8;
      if ((mask & Modification.POSITION) != 0) {
        checkPlace(rows.getDouble(at), rows.getDouble(at + 8), rows.getDouble(at + 16));
      }
      if ((mask & Modification.VELOCITY) != 0) {
        checkMotion(rows.getDouble(at + 24), rows.getDouble(at + 32), rows.getDouble(at + 40));
      }
      if ((mask & (Modification.YAW | Modification.PITCH)) != 0) {
        checkTurn((float) rows.getDouble(at + 48), (float) rows.getDouble(at + 56));
      }
    }
  }

  private static HostException bad(String message) {
    return new HostException(HostException.BAD_VALUE, message);
  }
}
