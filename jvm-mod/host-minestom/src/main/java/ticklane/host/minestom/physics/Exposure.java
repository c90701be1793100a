package ticklane.host.minestom.physics;

/**
 * How much of a box an explosion sees, and what that does.
 *
 * <p>Source: minecraft.wiki Explosion, the grid of its section on exposure (off-centre to the same
 * side as the game's) and its formula for damage, whose values mudkipdev/minestom-pvp gives too.
 */
public final class Exposure {
  private final Rays rays;

  public Exposure(Rays rays) {
    this.rays = rays;
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
