package ticklane.host.minestom.physics;

import java.util.Arrays;
import ticklane.host.minestom.world.BlockStore;

/**
 * How much of a box an explosion sees, and what that does.
 *
 * <p>Source: minecraft.wiki Explosion, the grid of its section on exposure (off-centre to the same
 * side as the game's) and its formula for damage, whose values mudkipdev/minestom-pvp gives too.
 */
public final class Exposure {
  /** Answers that are remembered; a power of two. */
  private static final int MEMORY = 1024;

  private static final int QUESTION = 8;

  private final Rays rays;
  private final BlockStore blocks;

  /**
   * What was asked and answered last, by a hash of the question: many explosions in one place ask
   * the same of the same bodies, and bodies in one place have the same answer.
   */
  private final double[] questions = new double[MEMORY * QUESTION];

  private final double[] answers = new double[MEMORY];
  private final long[] versions = new long[MEMORY];
  private final double[] question = new double[QUESTION];

  public Exposure(Rays rays, BlockStore blocks) {
    this.rays = rays;
    this.blocks = blocks;
    Arrays.fill(versions, -1);
  }

  /** Share of the rays from a grid on the box that come to the point, from 0 to 1. */
  public double of(
      double x,
      double y,
      double z,
      double footX,
      double footY,
      double footZ,
      double width,
      double height) {
    question[0] = x;
    question[1] = y;
    question[2] = z;
    question[3] = footX;
    question[4] = footY;
    question[5] = footZ;
    question[6] = width;
    question[7] = height;
    long hash = 0;
    for (double part : question) {
      hash = hash * 0x9E3779B97F4A7C15L + Double.doubleToRawLongBits(part);
    }
    int slot = (int) (hash >>> 40) & (MEMORY - 1);
    int at = slot * QUESTION;
    if (versions[slot] != blocks.version()
        || !Arrays.equals(questions, at, at + QUESTION, question, 0, QUESTION)) {
      versions[slot] = blocks.version();
      System.arraycopy(question, 0, questions, at, QUESTION);
      answers[slot] = look(x, y, z, footX, footY, footZ, width, height);
    }
    return answers[slot];
  }

  private double look(
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
          // A ray that ends on a face, where the explosion lies on one, is not stopped by it.
          if (rays.clip(px, py, pz, x, y, z) >= 1) {
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
}
