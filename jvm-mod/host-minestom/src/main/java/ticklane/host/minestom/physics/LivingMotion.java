package ticklane.host.minestom.physics;

/**
 * The numbers by which all that lives moves, mobs and players alike: after the move gravity, then
 * drag; in water and lava drag, then a sixteenth or a quarter of gravity (prismarine-physics;
 * azalea-physics travel.rs; GrimAC for how it sinks; mcpk.wiki Vertical Movement Formulas).
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

  /** What water leaves of a velocity. */
  public static final double WATER_DRAG = 0.8f;

  /** What deep lava leaves of a velocity; shallow lava of one along, and downwards as water. */
  public static final double LAVA_DRAG = 0.5;

  /** Lava up to this deep lets it sink as water does; none for what has its eyes lower. */
  public static final double SHALLOW = 0.4;

  /** With this it leaves a fluid over a bank. */
  public static final double LIFT = 0.3f;

  /** What a cobweb leaves of a move; the velocity itself ends in it. */
  public static final double WEB_ALONG = 0.25;

  public static final double WEB_DOWN = 0.05f;

  /** The block that is landed on lies this far below the feet. */
  public static final double LANDING_DEPTH = 0.2;

  private LivingMotion() {}

  /** The vertical velocity after a fluid's drag: what would all but hover sinks by 0.003. */
  public static double sink(double vy, double gravity, boolean falls) {
    double pull = gravity / 16;
    boolean hovers = falls && Math.abs(vy - 0.005) >= STANDING && Math.abs(vy - pull) < STANDING;
    return hovers ? -STANDING : vy - pull;
  }

  /**
   * The vertical velocity after a cell of a bubble column. At the surface: up by 0.1 to at most
   * 1.8, down by 0.03 to at most -0.9; inside: up by 0.06 to at most 0.7, down by 0.03 to at most
   * -0.3 (azalea-physics, prismarine-physics, mineflayer-physics-utils waterPhysics).
   *
   * @param surface nothing stops or holds what leaves the cell upwards
   */
  public static double bubble(double vy, boolean up, boolean surface) {
    if (up) {
      return surface ? Math.min(1.8, vy + 0.1) : Math.min(0.7, vy + 0.06);
    }
    return surface ? Math.max(-0.9, vy - 0.03) : Math.max(-0.3, vy - 0.03);
  }
}
