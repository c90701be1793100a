package ticklane.host.minestom.world;

import java.util.Arrays;
import java.util.List;
import net.minestom.server.collision.BoundingBox;
import net.minestom.server.collision.ShapeImpl;
import net.minestom.server.instance.block.Block;
import net.minestom.server.registry.RegistryData;

/**
 * What physics asks of a block state, by state code. Filled on first use: a world meets a few dozen
 * of the 30,000 states.
 */
public final class BlockTable {
  private static final double[] EMPTY = {};
  private static final double[] FULL = {0, 0, 0, 1, 1, 1};

  private final double[][] shapes = new double[Block.statesCount()][];
  private final float[] resistances = new float[Block.statesCount()];
  private final float[] frictions = new float[Block.statesCount()];
  private final boolean[] replaceable = new boolean[Block.statesCount()];

  /** Collision boxes inside the cell, six numbers each: min x y z, max x y z. Not to be changed. */
  public double[] boxes(int code) {
    double[] shape = shapes[code];
    return shape != null ? shape : learn(code);
  }

  /** Explosion resistance, -1 for air (a ray passes it for nothing). */
  public float resistance(int code) {
    boxes(code);
    return resistances[code];
  }

  /** Slipperiness: 0.6 for most blocks, 0.98 for ice. */
  public float friction(int code) {
    boxes(code);
    return frictions[code];
  }

  /** Whether a falling block may take this cell: air, plants, fluids. */
  public boolean isReplaceable(int code) {
    boxes(code);
    return replaceable[code];
  }

  private double[] learn(int code) {
    Block block = Block.fromStateId(code);
    if (block == null) {
      throw new IllegalArgumentException("no block state has the code " + code);
    }
    RegistryData.BlockEntry entry = block.registry();
    frictions[code] = entry.friction();
    replaceable[code] = entry.isAir() || entry.isReplaceable();
    float resistance = entry.explosionResistance();
    // A fluid in the cell counts as much as the block itself.
    if ("true".equals(block.getProperty("waterlogged"))) {
      resistance = Math.max(resistance, 100f);
    }
    resistances[code] = entry.isAir() ? -1 : resistance;
    shapes[code] = shape(((ShapeImpl) entry.collisionShape()).boundingBoxes());
    return shapes[code];
  }

  private static double[] shape(List<BoundingBox> parts) {
    if (parts.isEmpty()) {
      return EMPTY;
    }
    double[] boxes = new double[6 * parts.size()];
    int at = 0;
    for (BoundingBox part : parts) {
      boxes[at++] = part.minX();
      boxes[at++] = part.minY();
      boxes[at++] = part.minZ();
      boxes[at++] = part.maxX();
      boxes[at++] = part.maxY();
      boxes[at++] = part.maxZ();
    }
    return Arrays.equals(boxes, FULL) ? FULL : boxes;
  }
}
