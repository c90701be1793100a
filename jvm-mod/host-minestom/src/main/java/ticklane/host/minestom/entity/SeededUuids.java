package ticklane.host.minestom.entity;

import java.util.UUID;
import java.util.function.Predicate;

/** UUIDs drawn from the world's seed and the order of spawning, apart from the world's chance. */
final class SeededUuids {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final long VERSION_4 = 0x4000L;
  private static final long VARIANT_2 = 0x8000000000000000L;

  private final long seed;
  private final Predicate<UUID> taken;
  private long made;

  /**
   * Starts with the first.
   *
   * @param taken UUIDs that aren't to come
   */
  SeededUuids(long seed, Predicate<UUID> taken) {
    this.seed = seed;
    this.taken = taken;
  }

  UUID next() {
    UUID next = draw();
    while (taken.test(next)) {
      next = draw();
    }
    return next;
  }

  private UUID draw() {
    long number = made++;
    long high = mix(seed + 2 * number * GOLDEN);
    long low = mix(high ^ (number + 0x632BE59BD9B4E019L));
    return new UUID(
        (high & 0xFFFFFFFFFFFF0FFFL) | VERSION_4, (low & 0x3FFFFFFFFFFFFFFFL) | VARIANT_2);
  }

  /** The finishing steps of SplitMix64. */
  private static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
