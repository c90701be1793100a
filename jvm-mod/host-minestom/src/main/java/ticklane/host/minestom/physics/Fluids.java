package ticklane.host.minestom.physics;

import ticklane.host.minestom.world.BlockTable;
import ticklane.host.minestom.world.BlockView;

/**
 * How deep a box stands in water and lava. A fluid's surface lies at 8/9 of its cell, at its top
 * where the same fluid is above; the box is taken a thousandth smaller on all sides.
 *
 * <p>Sources: azalea-physics fluids.rs (MIT), Meteor Client's ProjectileEntitySimulator (26.2).
 *
 * <p>The result of {@link #probe} stands in the public fields until the next one.
 */
public final class Fluids {
  private static final double SHRINK = 0.001;
  private static final int[] AROUND = {0, 1, -1, 0, 0, -1, 1, 0};

  /** From the floor of the box to the highest surface in it, 0 outside of water. */
  public double water;

  /** As {@link #water}. */
  public double lava;

  /** Whether some of it flows, so that it would push. */
  public boolean flows;

  private final BlockView blocks;
  private final BlockTable table;

  public Fluids(BlockView blocks, BlockTable table) {
    this.blocks = blocks;
    this.table = table;
  }

  /** Looks at what a box stands in; {@code x y z} is the centre of its floor. */
  public void probe(double x, double y, double z, double width, double height) {
    water = 0;
    lava = 0;
    flows = false;
    double half = width / 2 - SHRINK;
    double floor = y + SHRINK;
    int firstX = cell(x - half);
    int firstY = cell(floor);
    int firstZ = cell(z - half);
    int lastX = cell(x + half);
    int lastY = cell(y + height - SHRINK);
    int lastZ = cell(z + half);
    if (!blocks.mayAct(firstX, firstY, firstZ, lastX, lastY, lastZ)) {
      return;
    }
    for (int cx = firstX; cx <= lastX; cx++) {
      for (int cy = firstY; cy <= lastY; cy++) {
        for (int cz = firstZ; cz <= lastZ; cz++) {
          int code = blocks.codeOrAir(cx, cy, cz);
          if (table.water(code) > 0) {
            double depth = depth(cx, cy, cz, false, table.water(code), floor);
            water = Math.max(water, depth);
            flows |= depth > 0 && isUneven(cx, cy, cz, code, false);
          } else if (table.lava(code) > 0) {
            double depth = depth(cx, cy, cz, true, table.lava(code), floor);
            lava = Math.max(lava, depth);
            flows |= depth > 0 && isUneven(cx, cy, cz, code, true);
          }
        }
      }
    }
  }

  private double depth(int x, int y, int z, boolean lava, float own, double floor) {
    double surface = y + (holds(x, y + 1, z, lava) ? 1.0 : own);
    return surface < floor ? 0 : Math.max(surface - floor, Double.MIN_NORMAL);
  }

  private boolean holds(int x, int y, int z, boolean lava) {
    int code = blocks.codeOrAir(x, y, z);
    return lava ? table.lava(code) > 0 : table.water(code) > 0;
  }

  /** Whether the fluid here runs somewhere: it is no source, or a neighbour lies lower. */
  private boolean isUneven(int x, int y, int z, int code, boolean lava) {
    if (table.isFlowing(code)) {
      return true;
    }
    for (int i = 0; i < AROUND.length; i += 2) {
      int nx = x + AROUND[i];
      int nz = z + AROUND[i + 1];
      int beside = blocks.codeOrAir(nx, y, nz);
      if (holds(nx, y, nz, lava)) {
        if (table.isFlowing(beside)) {
          return true;
        }
      } else if (!table.blocksMotion(beside) && holds(nx, y - 1, nz, lava)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether what a side has stopped in a fluid leaves it over the bank: there is room above it, and
   * no fluid.
   *
   * @param x where it is now, with its velocity
   * @param lastY where it was before this tick's move
   */
  public boolean isBank(
      Collider collider,
      double x,
      double y,
      double z,
      double width,
      double height,
      double vx,
      double vy,
      double vz,
      double lastY) {
    double up = y + vy + 0.6 - y + lastY;
    return (collider.hitX || collider.hitZ)
        && collider.isFree(x + vx, up, z + vz, width, height)
        && !touches(x + vx, up, z + vz, width, height);
  }

  /** Whether a box holds any fluid at all. */
  public boolean touches(double x, double y, double z, double width, double height) {
    double half = width / 2;
    int lastX = (int) Math.ceil(x + half);
    int lastY = (int) Math.ceil(y + height);
    int lastZ = (int) Math.ceil(z + half);
    for (int cx = cell(x - half); cx < lastX; cx++) {
      for (int cy = cell(y); cy < lastY; cy++) {
        for (int cz = cell(z - half); cz < lastZ; cz++) {
          if (holds(cx, cy, cz, false) || holds(cx, cy, cz, true)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static int cell(double value) {
    return (int) Math.floor(value);
  }
}
