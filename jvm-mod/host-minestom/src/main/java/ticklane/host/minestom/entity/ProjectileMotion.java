package ticklane.host.minestom.entity;

import java.util.Map;

/**
 * How a projectile flies. Rows by entity type; gravity, drag and order as in Meteor Client's
 * ProjectileEntitySimulator (26.2) and OrHy3/MinecraftMotionTools, thrust as in the latter and in
 * the entity registry of 26.1.
 *
 * @param order what a tick does first
 * @param gravity blocks per tick²
 * @param drag what it keeps of its velocity in a tick
 * @param waterDrag the same in water; NaN where no public source says
 * @param thrust what it gains in a tick in the direction it flies in
 * @param end what becomes of it where it hits a block
 * @param blast its explosion there, or null
 */
public record ProjectileMotion(
    Order order,
    double gravity,
    double drag,
    double waterDrag,
    double thrust,
    End end,
    Blast blast) {
  public enum Order {
    /** Move, drag, gravity. */
    MOVE_FIRST,
    /** Gravity or thrust, drag, move: thrown things and fireballs since 1.21.2. */
    MOVE_LAST
  }

  public enum End {
    STICKS,
    GONE,
    /** It does something there that this host doesn't. */
    UNMODELLED
  }

  /** The game's float, not the double 0.99. */
  private static final double AIR = 0.99f;

  private static final double WATER = 0.8f;
  private static final double ARROW_WATER = 0.6f;
  private static final double FIREBALL = 0.95f;
  private static final double DANGEROUS = 0.73f;

  /** minecraft.wiki Explosion (2025-11). */
  private static final float WIND_KNOCKBACK = 1.22f;

  public static final Map<String, ProjectileMotion> BY_TYPE =
      Map.ofEntries(
          Map.entry("minecraft:arrow", shot(0.05, ARROW_WATER)),
          Map.entry("minecraft:spectral_arrow", shot(0.05, ARROW_WATER)),
          Map.entry("minecraft:trident", shot(0.05, AIR)),
          Map.entry(
              "minecraft:llama_spit",
              new ProjectileMotion(Order.MOVE_FIRST, 0.06, AIR, Double.NaN, 0, End.GONE, null)),
          Map.entry("minecraft:snowball", thrown(0.03)),
          Map.entry("minecraft:egg", thrown(0.03)),
          Map.entry("minecraft:ender_pearl", thrown(0.03)),
          Map.entry("minecraft:splash_potion", thrown(0.05)),
          Map.entry("minecraft:lingering_potion", thrown(0.05)),
          Map.entry("minecraft:experience_bottle", thrown(0.07)),
          Map.entry("minecraft:fireball", driven(End.GONE, Blast.fireball(Blast.FIREBALL))),
          Map.entry("minecraft:small_fireball", driven(End.UNMODELLED, null)),
          Map.entry("minecraft:dragon_fireball", driven(End.UNMODELLED, null)),
          Map.entry("minecraft:wither_skull", driven(End.GONE, Blast.skull(false))),
          Map.entry("minecraft:wind_charge", wind(1.2f, WIND_KNOCKBACK)),
          Map.entry("minecraft:breeze_wind_charge", wind(3, 1)));

  private static ProjectileMotion shot(double gravity, double waterDrag) {
    return new ProjectileMotion(Order.MOVE_FIRST, gravity, AIR, waterDrag, 0, End.STICKS, null);
  }

  private static ProjectileMotion thrown(double gravity) {
    return new ProjectileMotion(Order.MOVE_LAST, gravity, AIR, WATER, 0, End.GONE, null);
  }

  private static ProjectileMotion driven(End end, Blast blast) {
    return new ProjectileMotion(Order.MOVE_LAST, 0, FIREBALL, Double.NaN, 0.1, end, blast);
  }

  /** Nothing slows a wind charge, water neither. */
  private static ProjectileMotion wind(float power, float knockback) {
    Blast blast = Blast.wind(power, knockback);
    return new ProjectileMotion(Order.MOVE_LAST, 0, 1, 1, 0, End.GONE, blast);
  }

  boolean isDriven() {
    return thrust != 0;
  }

  /** A wither's blue skull. */
  ProjectileMotion dangerous() {
    return new ProjectileMotion(
        order, gravity, DANGEROUS, waterDrag, thrust, end, Blast.skull(true));
  }

  ProjectileMotion withThrust(double thrust) {
    return new ProjectileMotion(order, gravity, drag, waterDrag, thrust, end, blast);
  }

  ProjectileMotion withPower(float power) {
    return new ProjectileMotion(
        order, gravity, drag, waterDrag, thrust, end, blast.withPower(power));
  }
}
