package ticklane.host.minestom.physics;

import java.util.Arrays;
import java.util.SplittableRandom;
import ticklane.host.minestom.world.BlockStore;
import ticklane.host.minestom.world.BlockTable;

/**
 * What an explosion does to blocks, how much of a box it reaches and how strongly.
 *
 * <p>Source of the numbers: ServerExplosion of the game as described on minecraft.wiki/Explosion
 * and by lntricate1/CannonLib: 1,352 rays to the shell of a 16³ grid, strength 0.7 to 1.3 times the
 * power, steps of 0.3 blocks that cost 0.225 each, plus (resistance + 0.3) · 0.3 per block.
 */
public final class ExplosionShape {
  private static final int GRID = 16;
  private static final double[] DIRECTIONS = directions();
  private static final float STEP = 0.3f;

  /** The game counts in floats here; 0.3f * 0.75f is this number. */
  private static final float STEP_COST = 0.22500001f;

  private final BlockStore blocks;
  private final BlockTable table;
  private final Rays rays;

  public ExplosionShape(BlockStore blocks, BlockTable table, Rays rays) {
    this.blocks = blocks;
    this.table = table;
    this.rays = rays;
  }

  private static double[] directions() {
    double[] all = new double[3 * GRID * GRID * GRID];
    int at = 0;
    for (int j = 0; j < GRID; j++) {
      for (int k = 0; k < GRID; k++) {
        for (int l = 0; l < GRID; l++) {
          if (isInner(j) && isInner(k) && isInner(l)) {
            continue;
          }
          double x = j / 15f * 2f - 1f;
          double y = k / 15f * 2f - 1f;
          double z = l / 15f * 2f - 1f;
          double length = Math.sqrt(x * x + y * y + z * z);
          all[at++] = x / length;
          all[at++] = y / length;
          all[at++] = z / length;
        }
      }
    }
    return Arrays.copyOf(all, at);
  }

  private static boolean isInner(int index) {
    return index > 0 && index < GRID - 1;
  }

  /** How many rays an explosion sends out. */
  public static int rays() {
    return DIRECTIONS.length / 3;
  }

  /**
   * The blocks that break, in the order the rays found them, as x y z triples. Draws one random
   * number for each ray, whatever lies in its way.
   */
  public int[] broken(double x, double y, double z, float power, SplittableRandom random) {
    LocalBlocks near = new LocalBlocks(x, y, z, reach(power));
    for (int ray = 0; ray < DIRECTIONS.length; ray += 3) {
      float left = power * (0.7f + (float) random.nextDouble() * 0.6f);
      double px = x;
      double py = y;
      double pz = z;
      for (; left > 0; left -= STEP_COST) {
        int cx = (int) Math.floor(px);
        int cy = (int) Math.floor(py);
        int cz = (int) Math.floor(pz);
        if (cy < blocks.minY() || cy >= blocks.maxY() || !BlockStore.isLoaded(cx, cz)) {
          break;
        }
        int index = near.index(cx, cy, cz);
        float resistance = near.resistance(index, cx, cy, cz);
        if (resistance >= 0) {
          left -= (resistance + STEP) * STEP;
          if (left > 0) {
            near.hit(index, cx, cy, cz);
          }
        }
        px += DIRECTIONS[ray] * STEP;
        py += DIRECTIONS[ray + 1] * STEP;
        pz += DIRECTIONS[ray + 2] * STEP;
      }
    }
    return near.hits();
  }

  private static int reach(float power) {
    return (int) Math.ceil(power * 1.3f / STEP_COST * STEP) + 1;
  }

  /**
   * Share of a box that a point sees, from 0 to 1: rays from a grid on the box to the point
   * (ServerExplosion.getSeenPercent; the grid is off-centre to the same side as the game's).
   */
  public double exposure(
      double x,
      double y,
      double z,
      double footX,
      double footY,
      double footZ,
      double width,
      double height) {
    double half = width / 2;
    double minX = footX - half;
    double minZ = footZ - half;
    if (rays.isOpen(
        Math.min(x, minX),
        Math.min(y, footY),
        Math.min(z, minZ),
        Math.max(x, footX + half),
        Math.max(y, footY + height),
        Math.max(z, footZ + half))) {
      return 1;
    }
    double stepXz = 1 / (width * 2 + 1);
    double stepY = 1 / (height * 2 + 1);
    double offset = (1 - Math.floor(1 / stepXz) * stepXz) / 2;
    int seen = 0;
    int all = 0;
    for (double i = 0; i <= 1; i += stepXz) {
      for (double j = 0; j <= 1; j += stepY) {
        for (double k = 0; k <= 1; k += stepXz) {
          double px = minX + i * width + offset;
          double py = footY + j * height;
          double pz = minZ + k * width + offset;
          if (rays.clip(px, py, pz, x, y, z) > 1) {
            seen++;
          }
          all++;
        }
      }
    }
    return (double) seen / all;
  }

  /** Damage to a living thing at impact (1 - d / (2 · power)) · exposure. */
  public static float damage(double impact, float power) {
    return (float) ((impact * impact + impact) / 2 * 7 * (2 * power) + 1);
  }

  /** Resistances around the centre, looked up once each, and which cells were hit. */
  private final class LocalBlocks {
    private final int originX;
    private final int originY;
    private final int originZ;
    private final int span;
    private final float[] resistances;
    private final boolean[] isHit;
    private int[] hits = new int[192];
    private int count;

    LocalBlocks(double x, double y, double z, int reach) {
      originX = (int) Math.floor(x) - reach;
      originY = (int) Math.floor(y) - reach;
      originZ = (int) Math.floor(z) - reach;
      span = 2 * reach + 1;
      resistances = new float[span * span * span];
      Arrays.fill(resistances, Float.NaN);
      isHit = new boolean[resistances.length];
    }

    int index(int x, int y, int z) {
      return ((x - originX) * span + y - originY) * span + z - originZ;
    }

    float resistance(int index, int x, int y, int z) {
      float known = resistances[index];
      if (Float.isNaN(known)) {
        known = table.resistance(blocks.codeOrAir(x, y, z));
        resistances[index] = known;
      }
      return known;
    }

    void hit(int index, int x, int y, int z) {
      if (isHit[index]) {
        return;
      }
      isHit[index] = true;
      if (count == hits.length) {
        hits = Arrays.copyOf(hits, 2 * count);
      }
      hits[count++] = x;
      hits[count++] = y;
      hits[count++] = z;
    }

    int[] hits() {
      return Arrays.copyOf(hits, count);
    }
  }
}
