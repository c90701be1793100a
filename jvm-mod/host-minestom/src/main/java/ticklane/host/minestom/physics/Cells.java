package ticklane.host.minestom.physics;

/** Finds the cells that a box passes on a straight way. */
public final class Cells {
  /** Told of each cell; false ends the search. */
  public interface Visitor {
    boolean visit(int x, int y, int z);
  }

  /** A way through more cells than this is only looked at where it ends. */
  private static final long MOST = 4096;

  private static final double SHRINK = 1e-5;

  private Cells() {}

  /**
   * Visits the cells a box touches on its way, x slowest, z fastest.
   *
   * @param x centre of the box's floor at the end of the way, as y and z
   * @param dx from the start to the end, as dy and dz
   */
  public static void along(
      double x,
      double y,
      double z,
      double width,
      double height,
      double dx,
      double dy,
      double dz,
      Visitor visitor) {
    double half = width / 2 - SHRINK;
    double low = y + SHRINK;
    double high = y + height - SHRINK;
    int x0 = cell(x - half - Math.max(dx, 0));
    int x1 = cell(x + half - Math.min(dx, 0));
    int y0 = cell(low - Math.max(dy, 0));
    int y1 = cell(high - Math.min(dy, 0));
    int z0 = cell(z - half - Math.max(dz, 0));
    int z1 = cell(z + half - Math.min(dz, 0));
    boolean sweeps = (x1 - x0 + 1L) * (y1 - y0 + 1L) * (z1 - z0 + 1L) <= MOST;
    if (!sweeps) {
      x0 = cell(x - half);
      x1 = cell(x + half);
      y0 = cell(low);
      y1 = cell(high);
      z0 = cell(z - half);
      z1 = cell(z + half);
    }
    for (int cx = x0; cx <= x1; cx++) {
      for (int cy = y0; cy <= y1; cy++) {
        for (int cz = z0; cz <= z1; cz++) {
          if (sweeps && !passes(cx, cy, cz, x, low, z, half, high - low, dx, dy, dz)) {
            continue;
          }
          if (!visitor.visit(cx, cy, cz)) {
            return;
          }
        }
      }
    }
  }

  /** Whether the box meets the cell anywhere between start and end of its way. */
  private static boolean passes(
      int cx,
      int cy,
      int cz,
      double x,
      double low,
      double z,
      double half,
      double height,
      double dx,
      double dy,
      double dz) {
    // Backwards from the end: at t from 0 to 1 the box is at end - t · d.
    double first = 0;
    double last = 1;
    for (int axis = 0; axis < 3; axis++) {
      double d = axis == 0 ? dx : axis == 1 ? dy : dz;
      double min = axis == 0 ? x - half : axis == 1 ? low : z - half;
      double max = axis == 0 ? x + half : axis == 1 ? low + height : z + half;
      int from = axis == 0 ? cx : axis == 1 ? cy : cz;
      if (d == 0) {
        if (max <= from || min >= from + 1) {
          return false;
        }
        continue;
      }
      double one = (max - from) / d;
      double other = (min - from - 1) / d;
      first = Math.max(first, Math.min(one, other));
      last = Math.min(last, Math.max(one, other));
    }
    return first <= last;
  }

  private static int cell(double value) {
    return (int) Math.floor(value);
  }
}
