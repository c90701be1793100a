package ticklane.host.minestom.entity;

import java.util.List;
import ticklane.core.HostException;
import ticklane.host.minestom.world.BlockStore;

/** What can be asked of an entity: places, velocities, angles, fuses, tags. */
public final class Asked {
  static final int FUSE_MAX = 32_767;

  /** Nothing lives this far up or down. */
  static final double FAR = 20_000_000;

  private Asked() {}

  static void checkTags(List<String> tags) {
    for (String tag : tags) {
      if (tag.isEmpty() || tag.chars().anyMatch(Character::isWhitespace)) {
        throw bad("a tag is one word, not '%s'".formatted(tag));
      }
    }
  }

  /**
   * Gives back a fuse that can be.
   *
   * @throws HostException bad_value
   */
  public static int checkFuse(int fuse) {
    if (fuse < 0 || fuse > FUSE_MAX) {
      throw bad("fuse must lie from 0 to %d ticks, not %d".formatted(FUSE_MAX, fuse));
    }
    return fuse;
  }

  /**
   * Sees that an entity can be at a place.
   *
   * @throws HostException bad_value or unloaded
   */
  public static void checkPlace(double x, double y, double z) {
    if (!Double.isFinite(x) || !Double.isFinite(y) || !Double.isFinite(z)) {
      throw bad("a position is three finite numbers, not %s %s %s".formatted(x, y, z));
    }
    if (Math.abs(x) > 30_000_000 || Math.abs(y) > FAR || Math.abs(z) > 30_000_000) {
      throw bad("%s %s %s is outside of any world".formatted(x, y, z));
    }
    int cellX = (int) Math.floor(x);
    int cellZ = (int) Math.floor(z);
    if (!BlockStore.isLoaded(cellX, cellZ)) {
      throw BlockStore.unloaded("x %s, z %s".formatted(x, z));
    }
  }

  /**
   * Sees that a velocity is one.
   *
   * @throws HostException bad_value
   */
  public static void checkMotion(double vx, double vy, double vz) {
    if (!Double.isFinite(vx) || !Double.isFinite(vy) || !Double.isFinite(vz)) {
      throw bad("a velocity is three finite numbers, not %s %s %s".formatted(vx, vy, vz));
    }
  }

  /**
   * Sees that angles are some: a number too large for a float has become infinite.
   *
   * @throws HostException bad_value
   */
  public static void checkTurn(float yaw, float pitch) {
    if (!Float.isFinite(yaw) || !Float.isFinite(pitch)) {
      throw bad("yaw and pitch are finite numbers of degrees, not %s %s".formatted(yaw, pitch));
    }
  }

  static HostException bad(String message) {
    return new HostException(HostException.BAD_VALUE, message);
  }
}
