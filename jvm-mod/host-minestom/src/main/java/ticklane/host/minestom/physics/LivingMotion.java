package ticklane.host.minestom.physics;

/**
 * The numbers by which all that lives moves, mobs and players alike: after the move gravity, then
 * drag (prismarine-physics; mcpk.wiki Vertical Movement Formulas).
 */
public final class LivingMotion {
  /** Of a player and of most mobs, in blocks per tick². */
  public static final double GRAVITY = 0.08;

  /** The game's float, not the double 0.98. */
  public static final double DRAG_Y = 0.98f;

  /** Times the slipperiness of the ground. */
  public static final float DRAG_XZ = 0.91f;

  /** Slower than this is standing still (LivingEntity.aiStep in the game). */
  public static final double STANDING = 0.003;

  private LivingMotion() {}
}
