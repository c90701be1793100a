package ticklane.host.minestom.entity;

/**
 * What kind of explosion it is.
 *
 * <p>Sources: minecraft.wiki Explosion and lntricate1's list for the powers; drops by the game
 * rules' defaults in the registry ({@code tnt_explosion_drop_decay} is off, {@code
 * mob_explosion_drop_decay} and {@code block_explosion_drop_decay} are on).
 *
 * @param power the game's "radius"; it reaches twice as far
 * @param drops what becomes of the blocks it breaks
 * @param fires whether it sets fire to a third of the places that can burn
 * @param knockback multiplies pushes
 * @param wind whether it is a burst of wind: it hurts nothing and breaks nothing
 * @param skull whether no block but those that withers can't break resists it by more than 0.8
 */
record Blast(
    float power, Drops drops, boolean fires, double knockback, boolean wind, boolean skull) {
  enum Drops {
    ALL,
    /** One item in as many as the power is. */
    DECAYED
  }

  /** What the game allows in an entity's data. */
  static final float MOST_POWER = 128;

  static final float TNT = 4;
  static final float CREEPER = 3;
  static final float CRYSTAL = 6;
  static final float ANCHOR = 5;
  static final float FIREBALL = 1;

  static Blast tnt(float power) {
    return new Blast(power, Drops.ALL, false, 1, false, false);
  }

  static Blast mob(float power) {
    return new Blast(power, Drops.DECAYED, false, 1, false, false);
  }

  static Blast crystal() {
    return new Blast(CRYSTAL, Drops.DECAYED, false, 1, false, false);
  }

  static Blast anchor() {
    return new Blast(ANCHOR, Drops.DECAYED, true, 1, false, false);
  }

  static Blast fireball(float power) {
    return new Blast(power, Drops.DECAYED, true, 1, false, false);
  }

  static Blast skull(boolean dangerous) {
    return new Blast(FIREBALL, Drops.DECAYED, false, 1, false, dangerous);
  }

  static Blast wind(float power, float knockback) {
    return new Blast(power, Drops.ALL, false, knockback, true, false);
  }

  Blast withPower(float power) {
    return new Blast(power, drops, fires, knockback, wind, skull);
  }
}
