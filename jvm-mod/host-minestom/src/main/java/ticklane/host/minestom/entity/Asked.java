package ticklane.host.minestom.entity;

import java.util.List;
import ticklane.core.AskedNumbers;
import ticklane.core.HostException;
import ticklane.host.minestom.world.BlockStore;

/** What can be asked of an entity: places, velocities, angles, fuses, tags. */
public final class Asked {
  static final int FUSE_MAX = 32_767;

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
    AskedNumbers.checkPlace(x, y, z);
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
    AskedNumbers.checkMotion(vx, vy, vz);
  }

  /**
   * Sees that angles are some: a number too large for a float has become infinite.
   *
   * @throws HostException bad_value
   */
  public static void checkTurn(float yaw, float pitch) {
    AskedNumbers.checkTurn(yaw, pitch);
  }

  static HostException bad(String message) {
    return new HostException(HostException.BAD_VALUE, message);
  }
}
