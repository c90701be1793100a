package ticklane.host.minestom.physics;

import ticklane.host.minestom.world.BlockTable;
import ticklane.host.minestom.world.BlockView;

/**
 * Moves a box against the blocks as the game does: the y axis first, then the larger of x and z,
 * each until it touches. Stops exactly at the face it meets (Minestom's own sweep stops a millionth
 * of the way before it, also in free air, which is more than a free-fall table forgives).
 *
 * <p>The result of {@link #move} stands in the public fields until the next one.
 */
public final class Collider {
  /** Overlaps smaller than this count as touching (Shapes.EPSILON in the game). */
  private static final double EPSILON = 1e-7;

  public double x;
  public double y;
  public double z;
  public boolean hitX;
  public boolean hitY;
  public boolean hitZ;

  /** There was nothing but air where it went and one cell below. */
  public boolean isOpen;

  private final BlockView blocks;
  private final BlockTable table;
  private final double[] min = new double[3];
  private final double[] max = new double[3];

  /** Face met by the last {@link #clip}, NaN when none. */
  private double face;

  public Collider(BlockView blocks, BlockTable table) {
    this.blocks = blocks;
    this.table = table;
  }

  /**
   * Moves a box by a velocity as far as the blocks let it.
   *
   * @param x centre of the box's floor, as y and z
   */
  public void move(
      double x, double y, double z, double width, double height, double vx, double vy, double vz) {
    this.x = x + vx;
    this.y = y + vy;
    this.z = z + vz;
    hitX = false;
    hitY = false;
    hitZ = false;
    double half = width / 2;
    isOpen = isClear(x, y, z, half, height, vx, vy, vz);
    if (isOpen) {
      return;
    }
    min[0] = x - half;
    min[1] = y;
    min[2] = z - half;
    max[0] = x + half;
    max[1] = y + height;
    max[2] = z + half;
    double moved = clip(1, vy);
    hitY = !Double.isNaN(face);
    this.y = hitY ? (vy < 0 ? face : face - height) : y + vy;
    shift(1, moved);
    boolean zFirst = Math.abs(vx) < Math.abs(vz);
    if (zFirst) {
      moveZ(z, half, vz);
    }
    moved = clip(0, vx);
    hitX = !Double.isNaN(face);
    this.x = hitX ? (vx < 0 ? face + half : face - half) : x + vx;
    shift(0, moved);
    if (!zFirst) {
      moveZ(z, half, vz);
    }
  }

  /**
   * After a {@link #move} that a side stopped: steps up to {@code step} onto what is in the way, if
   * that leads further. Up and along, or straight up and then along where something hangs over the
   * way, then down as far as the move would have gone (prismarine-physics; the game's own search
   * since 1.21 is by the heights of the shapes and lands on the same faces).
   *
   * @return whether it stepped; else the result is what it was
   */
  public boolean stepUp(
      double x,
      double y,
      double z,
      double width,
      double height,
      double vx,
      double vy,
      double vz,
      double step) {
    final double plainX = this.x;
    final double plainY = this.y;
    final double plainZ = this.z;
    final boolean plainHitX = hitX;
    final boolean plainHitY = hitY;
    final boolean plainHitZ = hitZ;
    final double plainWay = way(x, z);
    double half = width / 2;
    min[0] = x - half + Math.min(vx, 0);
    min[1] = y;
    min[2] = z - half + Math.min(vz, 0);
    max[0] = x + half + Math.max(vx, 0);
    max[1] = y + height;
    max[2] = z + half + Math.max(vz, 0);
    double up = clip(1, step);
    move(x, y, z, width, height, vx, step, vz);
    double bestX = this.x;
    double bestY = this.y;
    double bestZ = this.z;
    boolean bestHitX = hitX;
    boolean bestHitZ = hitZ;
    double bestWay = way(x, z);
    if (up < step) {
      move(x, y + up, z, width, height, vx, 0, vz);
      if (way(x, z) > bestWay) {
        bestX = this.x;
        bestY = y + up;
        bestZ = this.z;
        bestHitX = hitX;
        bestHitZ = hitZ;
        bestWay = way(x, z);
      }
    }
    if (bestWay > plainWay) {
      move(bestX, bestY, bestZ, width, height, 0, y - bestY + vy, 0);
      hitX = bestHitX;
      hitZ = bestHitZ;
      return true;
    }
    this.x = plainX;
    this.y = plainY;
    this.z = plainZ;
    hitX = plainHitX;
    hitY = plainHitY;
    hitZ = plainHitZ;
    return false;
  }

  private double way(double x, double z) {
    double dx = this.x - x;
    double dz = this.z - z;
    return dx * dx + dz * dz;
  }

  /** Whether a box overlaps no shape. */
  public boolean isFree(double x, double y, double z, double width, double height) {
    double half = width / 2;
    int lastX = floor(x + half);
    int lastY = floor(y + height);
    int lastZ = floor(z + half);
    for (int cx = floor(x - half); cx <= lastX; cx++) {
      for (int cy = floor(y) - 1; cy <= lastY; cy++) {
        for (int cz = floor(z - half); cz <= lastZ; cz++) {
          double[] boxes = table.boxes(blocks.codeOrAir(cx, cy, cz));
          for (int at = 0; at < boxes.length; at += 6) {
            if (x + half - EPSILON > cx + boxes[at]
                && x - half + EPSILON < cx + boxes[at + 3]
                && y + height - EPSILON > cy + boxes[at + 1]
                && y + EPSILON < cy + boxes[at + 4]
                && z + half - EPSILON > cz + boxes[at + 2]
                && z - half + EPSILON < cz + boxes[at + 5]) {
              return false;
            }
          }
        }
      }
    }
    return true;
  }

  private void moveZ(double z, double half, double vz) {
    double moved = clip(2, vz);
    hitZ = !Double.isNaN(face);
    this.z = hitZ ? (vz < 0 ? face + half : face - half) : z + vz;
    shift(2, moved);
  }

  private void shift(int axis, double by) {
    min[axis] += by;
    max[axis] += by;
  }

  private boolean isClear(
      double x, double y, double z, double half, double height, double vx, double vy, double vz) {
    // One cell lower: fences reach into the cell above them.
    return blocks.isAir(
        floor(x - half + Math.min(vx, 0)),
        floor(y + Math.min(vy, 0)) - 1,
        floor(z - half + Math.min(vz, 0)),
        floor(x + half + Math.max(vx, 0)),
        floor(y + height + Math.max(vy, 0)),
        floor(z + half + Math.max(vz, 0)));
  }

  /** How far the box may move along an axis; sets {@link #face}. */
  private double clip(int axis, double wanted) {
    face = Double.NaN;
    if (Math.abs(wanted) < EPSILON) {
      return 0;
    }
    int a = axis == 0 ? 1 : 0;
    int b = axis == 2 ? 1 : 2;
    boolean up = wanted > 0;
    int first = floor(up ? max[axis] - EPSILON : min[axis] + EPSILON);
    int last = bounded(axis, floor(up ? max[axis] + wanted : min[axis] + wanted));
    if (axis == 1 && !up) {
      last--;
    }
    int step = up ? 1 : -1;
    first = bounded(axis, first - (axis == 1 && up ? 1 : 0));
    double best = wanted;
    boolean met = false;
    for (int s = first; up ? s <= last : s >= last; s += step) {
      best = clipSlice(axis, a, b, s, up, best);
      // The slice behind the first hit may hold a fence that reaches further.
      if (met) {
        break;
      }
      met = !Double.isNaN(face);
    }
    return best;
  }

  private double clipSlice(int axis, int a, int b, int s, boolean up, double wanted) {
    double best = wanted;
    int lastA = floor(max[a] - EPSILON);
    int lastB = floor(max[b] - EPSILON);
    for (int i = floor(min[a] + EPSILON) - (a == 1 ? 1 : 0); i <= lastA; i++) {
      for (int j = floor(min[b] + EPSILON) - (b == 1 ? 1 : 0); j <= lastB; j++) {
        int cx = axis == 0 ? s : i;
        int cy = axis == 1 ? s : a == 1 ? i : j;
        int cz = axis == 2 ? s : j;
        double[] boxes = table.boxes(blocks.codeOrAir(cx, cy, cz));
        for (int at = 0; at < boxes.length; at += 6) {
          best = clipBox(axis, a, b, up, boxes, at, cx, cy, cz, best);
        }
      }
    }
    return best;
  }

  private double clipBox(
      int axis,
      int a,
      int b,
      boolean up,
      double[] boxes,
      int at,
      int cx,
      int cy,
      int cz,
      double best) {
    int cellA = a == 0 ? cx : cy;
    int cellB = b == 1 ? cy : cz;
    if (max[a] - EPSILON <= cellA + boxes[at + a]
        || min[a] + EPSILON >= cellA + boxes[at + a + 3]
        || max[b] - EPSILON <= cellB + boxes[at + b]
        || min[b] + EPSILON >= cellB + boxes[at + b + 3]) {
      return best;
    }
    int cell = axis == 0 ? cx : axis == 1 ? cy : cz;
    double near = cell + boxes[at + axis + (up ? 0 : 3)];
    double room = up ? near - max[axis] : near - min[axis];
    boolean ahead = up ? room >= -EPSILON : room <= EPSILON;
    if (ahead && (up ? room < best : room > best)) {
      face = near;
      return room;
    }
    return best;
  }

  /** Keeps a sweep inside the world however fast it is: outside there is only air. */
  private int bounded(int axis, int cell) {
    return axis == 1
        ? Math.clamp(cell, blocks.minY() - 1, blocks.maxY())
        : Math.clamp(cell, blocks.first() - 1, blocks.last() + 1);
  }

  private static int floor(double value) {
    return (int) Math.floor(value);
  }
}
