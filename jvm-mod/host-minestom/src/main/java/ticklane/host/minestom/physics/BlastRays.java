package ticklane.host.minestom.physics;

import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import ticklane.host.minestom.world.BlockStore;

/**
 * Finds the cells that an explosion takes.
 *
 * <p>Source of the numbers: minecraft.wiki/Explosion and lntricate1/CannonLib: 1,352 rays to the
 * shell of a 16³ grid, strength 0.7 to 1.3 times the power, steps of 0.3 blocks that cost 0.225
 * each, plus (resistance + 0.3) · 0.3 per block.
 *
 * <p>Holds its working memory for the life of the world: an explosion allocates nothing but its
 * answer.
 */
public final class BlastRays {
  /** What a block is to a ray, by its code. */
  public interface Resistance {
    /** Negative where it costs nothing. */
    float of(int code);
  }

  private static final int GRID = 16;
  private static final double[] DIRECTIONS = directions();
  private static final float STEP = 0.3f;

  /** The game counts in floats here; 0.3f * 0.75f is this number. */
  private static final float STEP_COST = 0.22500001f;

  /** Up to this far from the centre cells are looked up once and remembered. */
  private static final int NEAR = 24;

  private static final int NEAR_SPAN = 2 * NEAR + 1;

  private final BlockStore blocks;
  private final int height;

  /** Resistances around the centre; known where the stamp is that of this explosion. */
  private final float[] resistances = new float[NEAR_SPAN * NEAR_SPAN * NEAR_SPAN];

  private final int[] stamps = new int[resistances.length];
  private final int[] hitStamps = new int[resistances.length];
  private int stamp;

  /** Which cells of the whole world were hit, for what reaches further. */
  private final BitSet farHits = new BitSet();

  private int[] hits = new int[3 * 1024];
  private int count;

  public BlastRays(BlockStore blocks) {
    this.blocks = blocks;
    height = blocks.maxY() - blocks.minY();
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
   * The cells that rays reach with strength left, as x y z triples in the order they were found.
   * Draws one random number for each ray, whatever lies in its way.
   *
   * @param air whether cells of air count too
   */
  public int[] reached(
      double x,
      double y,
      double z,
      float power,
      Resistance resistance,
      boolean air,
      SplittableRandom random) {
    count = 0;
    stamp++;
    int originX = floor(x) - NEAR;
    int originY = floor(y) - NEAR;
    int originZ = floor(z) - NEAR;
    for (int ray = 0; ray < DIRECTIONS.length; ray += 3) {
      double stepX = DIRECTIONS[ray] * STEP;
      double stepY = DIRECTIONS[ray + 1] * STEP;
      double stepZ = DIRECTIONS[ray + 2] * STEP;
      double px = x;
      double py = y;
      double pz = z;
      float left = power * (0.7f + (float) random.nextDouble() * 0.6f);
      for (; left > 0; left -= STEP_COST) {
        int cx = floor(px);
        int cy = floor(py);
        int cz = floor(pz);
        if (cy < blocks.minY() || cy >= blocks.maxY() || !BlockStore.isLoaded(cx, cz)) {
          break;
        }
        int nearX = cx - originX;
        int nearY = cy - originY;
        int nearZ = cz - originZ;
        boolean near = isNear(nearX) && isNear(nearY) && isNear(nearZ);
        int index = near ? (nearX * NEAR_SPAN + nearY) * NEAR_SPAN + nearZ : -1;
        float resists = near ? known(index, cx, cy, cz, resistance) : look(cx, cy, cz, resistance);
        if (resists >= 0) {
          left -= (resists + STEP) * STEP;
        }
        if (left > 0 && (air || resists >= 0)) {
          if (near) {
            hitNear(index, cx, cy, cz);
          } else {
            hitFar(cx, cy, cz);
          }
        }
        px += stepX;
        py += stepY;
        pz += stepZ;
      }
    }
    int[] found = Arrays.copyOf(hits, count);
    farHits.clear();
    return found;
  }

  private static boolean isNear(int offset) {
    return offset >= 0 && offset < NEAR_SPAN;
  }

  private float known(int index, int x, int y, int z, Resistance resistance) {
    if (stamps[index] != stamp) {
      stamps[index] = stamp;
      resistances[index] = look(x, y, z, resistance);
    }
    return resistances[index];
  }

  private float look(int x, int y, int z, Resistance resistance) {
    return resistance.of(blocks.codeOrAir(x, y, z));
  }

  private void hitNear(int index, int x, int y, int z) {
    if (hitStamps[index] != stamp) {
      hitStamps[index] = stamp;
      add(x, y, z);
    }
  }

  private void hitFar(int x, int y, int z) {
    int index =
        ((x - BlockStore.FIRST) * height + y - blocks.minY())
                * (BlockStore.LAST - BlockStore.FIRST + 1)
            + z
            - BlockStore.FIRST;
    if (!farHits.get(index)) {
      farHits.set(index);
      add(x, y, z);
    }
  }

  private void add(int x, int y, int z) {
    if (count == hits.length) {
      hits = Arrays.copyOf(hits, 2 * count);
    }
    hits[count++] = x;
    hits[count++] = y;
    hits[count++] = z;
  }

  private static int floor(double value) {
    return (int) Math.floor(value);
  }
}
