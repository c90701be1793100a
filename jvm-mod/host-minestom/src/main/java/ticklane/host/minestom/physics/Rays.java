package ticklane.host.minestom.physics;

import ticklane.host.minestom.world.BlockStore;
import ticklane.host.minestom.world.BlockTable;

/** Straight lines through the blocks' collision shapes. */
public final class Rays {
  /** What {@link #clip} returns when nothing is in the way. */
  public static final double MISS = 2;

  /** A ray that is inside a shape this far along starts in it (VoxelShape.clip in the game). */
  private static final double INSIDE = 0.001;

  /** More cells than this are looked at faster along rays. */
  private static final int MANY = 1024;

  private final BlockStore blocks;
  private final BlockTable table;
  private int faceAxis;

  public Rays(BlockStore blocks, BlockTable table) {
    this.blocks = blocks;
    this.table = table;
  }

  /**
   * Whether it is certain that the cells between two points, both included, hold no collision
   * shape. Of many cells only whole sections of air are looked at, so that it is cheap.
   */
  public boolean isOpen(double ax, double ay, double az, double bx, double by, double bz) {
    int firstX = floor(Math.min(ax, bx));
    int firstY = floor(Math.min(ay, by));
    int firstZ = floor(Math.min(az, bz));
    int lastX = floor(Math.max(ax, bx));
    int lastY = floor(Math.max(ay, by));
    int lastZ = floor(Math.max(az, bz));
    if (blocks.isAir(firstX, firstY, firstZ, lastX, lastY, lastZ)) {
      return true;
    }
    if ((lastX - firstX + 1L) * (lastY - firstY + 1L) * (lastZ - firstZ + 1L) > MANY) {
      return false;
    }
    for (int x = firstX; x <= lastX; x++) {
      for (int y = firstY; y <= lastY; y++) {
        for (int z = firstZ; z <= lastZ; z++) {
          if (table.boxes(blocks.codeOrAir(x, y, z)).length > 0) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** The axis across which the last ray that hit met its face: 0 x, 1 y, 2 z. */
  public int faceAxis() {
    return faceAxis;
  }

  /**
   * Follows the line from a to b to the first shape; returns how far along it lies, from 0 to 1, or
   * {@link #MISS}.
   */
  public double clip(double ax, double ay, double az, double bx, double by, double bz) {
    double dx = bx - ax;
    double dy = by - ay;
    double dz = bz - az;
    if (dx * dx + dy * dy + dz * dz < 1e-14) {
      return MISS;
    }
    int x = floor(ax);
    int y = floor(ay);
    int z = floor(az);
    int stepX = dx > 0 ? 1 : -1;
    int stepY = dy > 0 ? 1 : -1;
    int stepZ = dz > 0 ? 1 : -1;
    double nextX = dx == 0 ? Double.POSITIVE_INFINITY : ((dx > 0 ? x + 1 : x) - ax) / dx;
    double nextY = dy == 0 ? Double.POSITIVE_INFINITY : ((dy > 0 ? y + 1 : y) - ay) / dy;
    double nextZ = dz == 0 ? Double.POSITIVE_INFINITY : ((dz > 0 ? z + 1 : z) - az) / dz;
    while (true) {
      double hit = cell(x, y, z, ax, ay, az, dx, dy, dz);
      if (hit <= 1) {
        return hit;
      }
      double next = Math.min(nextX, Math.min(nextY, nextZ));
      if (next > 1 || leaves(x, y, z, dx, dy, dz)) {
        return MISS;
      }
      if (next == nextX) {
        x += stepX;
        nextX += stepX / dx;
      } else if (next == nextY) {
        y += stepY;
        nextY += stepY / dy;
      } else {
        z += stepZ;
        nextZ += stepZ / dz;
      }
    }
  }

  /** Whether nothing but air can follow, which bounds the way of a ray however fast it is. */
  private boolean leaves(int x, int y, int z, double dx, double dy, double dz) {
    return (dy < 0 && y < blocks.minY())
        || (dy > 0 && y >= blocks.maxY())
        || (dx < 0 && x < BlockStore.FIRST)
        || (dx > 0 && x > BlockStore.LAST)
        || (dz < 0 && z < BlockStore.FIRST)
        || (dz > 0 && z > BlockStore.LAST);
  }

  private double cell(
      int x, int y, int z, double ax, double ay, double az, double dx, double dy, double dz) {
    double[] boxes = table.boxes(blocks.codeOrAir(x, y, z));
    double first = MISS;
    for (int at = 0; at < boxes.length; at += 6) {
      double enter = Double.NEGATIVE_INFINITY;
      double leave = Double.POSITIVE_INFINITY;
      int face = 0;
      for (int axis = 0; axis < 3; axis++) {
        double from = axis == 0 ? ax - x : axis == 1 ? ay - y : az - z;
        double along = axis == 0 ? dx : axis == 1 ? dy : dz;
        double low = boxes[at + axis];
        double high = boxes[at + axis + 3];
        if (along == 0) {
          // A line along a face meets the shape (AABB.clip in the game).
          if (from < low || from > high) {
            enter = Double.POSITIVE_INFINITY;
          }
        } else {
          double one = (low - from) / along;
          double other = (high - from) / along;
          double comes = Math.min(one, other);
          if (comes > enter) {
            enter = comes;
            face = axis;
          }
          leave = Math.min(leave, Math.max(one, other));
        }
      }
      if (enter < leave && enter < INSIDE && leave > INSIDE && enter <= 0) {
        return 0;
      }
      if (enter < leave && enter > 0 && enter < first) {
        first = enter;
        faceAxis = face;
      }
    }
    return first;
  }

  private static int floor(double value) {
    return (int) Math.floor(value);
  }
}
