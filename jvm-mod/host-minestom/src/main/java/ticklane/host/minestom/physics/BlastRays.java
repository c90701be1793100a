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
 * answer. A cell is looked up once, however many rays pass it, and rays to where only air is aren't
 * followed.
 */
public final class BlastRays {
  /** What a block is to a ray, by its code. */
  public interface Resistance {
    /** Negative where it costs nothing. */
    float of(int code);
  }

  private static final int GRID = 16;
  private static final int OCTANTS = 8;
  private static final double[] DIRECTIONS = directions();
  private static final float STEP = 0.3f;

  private static final float LEAST_STRENGTH = 0.7f;
  private static final float SPREAD = 0.6f;
  private static final float MOST_STRENGTH = 1.3f;
  private static final int[] NONE = {};

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
  private final boolean[] empty = new boolean[OCTANTS];
  private int stamp;
  private int originX;
  private int originY;
  private int originZ;

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
   * Draws one random number for each ray, whatever lies in its way; none where all is air.
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
    int reach = (int) Math.ceil(power * MOST_STRENGTH / STEP_COST * STEP) + 1;
    int cx = floor(x);
    int cy = floor(y);
    int cz = floor(z);
    if (!air
        && blocks.isAir(cx - reach, cy - reach, cz - reach, cx + reach, cy + reach, cz + reach)) {
      return NONE;
    }
    count = 0;
    stamp++;
    originX = cx - NEAR;
    originY = cy - NEAR;
    originZ = cz - NEAR;
    boolean inside =
        reach <= NEAR
            && cy - reach >= blocks.minY()
            && cy + reach < blocks.maxY()
            && BlockStore.isLoaded(cx - reach, cz - reach)
            && BlockStore.isLoaded(cx + reach, cz + reach);
    for (int octant = 0; octant < OCTANTS; octant++) {
      empty[octant] = !air && isEmpty(octant, cx, cy, cz, reach);
    }
    for (int ray = 0; ray < DIRECTIONS.length; ray += 3) {
      float left = power * (LEAST_STRENGTH + (float) random.nextDouble() * SPREAD);
      if (empty[octant(ray)]) {
        continue;
      }
      if (inside) {
        followNear(ray, x, y, z, left, resistance, air);
      } else {
        follow(ray, x, y, z, left, resistance, air);
      }
    }
    int[] found = Arrays.copyOf(hits, count);
    farHits.clear();
    return found;
  }

  /** Which eighth of space a ray goes to; no ray runs along an axis. */
  private static int octant(int ray) {
    return (DIRECTIONS[ray] > 0 ? 1 : 0)
        | (DIRECTIONS[ray + 1] > 0 ? 2 : 0)
        | (DIRECTIONS[ray + 2] > 0 ? 4 : 0);
  }

  /** Whether what goes there meets nothing but sections of air. */
  private boolean isEmpty(int octant, int x, int y, int z, int reach) {
    boolean east = (octant & 1) != 0;
    boolean up = (octant & 2) != 0;
    boolean south = (octant & 4) != 0;
    return blocks.isAir(
        east ? x : x - reach,
        up ? y : y - reach,
        south ? z : z - reach,
        east ? x + reach : x,
        up ? y + reach : y,
        south ? z + reach : z);
  }

  /** A ray that stays where everything is loaded and remembered. */
  private void followNear(
      int ray, double x, double y, double z, float strength, Resistance resistance, boolean air) {
    double stepX = DIRECTIONS[ray] * STEP;
    double stepY = DIRECTIONS[ray + 1] * STEP;
    double stepZ = DIRECTIONS[ray + 2] * STEP;
    double px = x;
    double py = y;
    double pz = z;
    int last = -1;
    float resists = -1;
    for (float left = strength; left > 0; left -= STEP_COST) {
      int cx = floor(px);
      int cy = floor(py);
      int cz = floor(pz);
      int index = ((cx - originX) * NEAR_SPAN + cy - originY) * NEAR_SPAN + cz - originZ;
      if (index != last) {
        last = index;
        resists = known(index, cx, cy, cz, resistance);
      }
      if (resists >= 0) {
        left -= (resists + STEP) * STEP;
        if (left > 0) {
          hitNear(index, cx, cy, cz);
        }
      } else if (air) {
        hitNear(index, cx, cy, cz);
      }
      px += stepX;
      py += stepY;
      pz += stepZ;
    }
  }

  /** A ray that may leave the world, or what is remembered. */
  private void follow(
      int ray, double x, double y, double z, float strength, Resistance resistance, boolean air) {
    double px = x;
    double py = y;
    double pz = z;
    for (float left = strength; left > 0; left -= STEP_COST) {
      int cx = floor(px);
      int cy = floor(py);
      int cz = floor(pz);
      if (cy < blocks.minY() || cy >= blocks.maxY() || !BlockStore.isLoaded(cx, cz)) {
        return;
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
      px += DIRECTIONS[ray] * STEP;
      py += DIRECTIONS[ray + 1] * STEP;
      pz += DIRECTIONS[ray + 2] * STEP;
    }
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
