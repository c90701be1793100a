package ticklane.host.minestom.entity;

import java.util.Map;

/**
 * How a projectile flies. Rows by entity type; gravity and order as in Meteor Client's
 * ProjectileEntitySimulator (26.2) and OrHy3/MinecraftMotionTools.
 *
 * @param gravity blocks per tick²
 * @param gravityFirst gravity, drag, move (thrown things since 1.21.2); else move, drag, gravity
 * @param sticks stays in the block it hits
 */
record ProjectileMotion(double gravity, boolean gravityFirst, boolean sticks) {
  /** The game's float, not the double 0.99. */
  static final double DRAG = 0.99f;

  static final Map<String, ProjectileMotion> BY_TYPE =
      Map.ofEntries(
          Map.entry("minecraft:arrow", new ProjectileMotion(0.05, false, true)),
          Map.entry("minecraft:spectral_arrow", new ProjectileMotion(0.05, false, true)),
          Map.entry("minecraft:trident", new ProjectileMotion(0.05, false, true)),
          Map.entry("minecraft:llama_spit", new ProjectileMotion(0.06, false, false)),
          Map.entry("minecraft:snowball", new ProjectileMotion(0.03, true, false)),
          Map.entry("minecraft:egg", new ProjectileMotion(0.03, true, false)),
          Map.entry("minecraft:ender_pearl", new ProjectileMotion(0.03, true, false)),
          Map.entry("minecraft:splash_potion", new ProjectileMotion(0.05, true, false)),
          Map.entry("minecraft:lingering_potion", new ProjectileMotion(0.05, true, false)),
          Map.entry("minecraft:experience_bottle", new ProjectileMotion(0.07, true, false)));
}
