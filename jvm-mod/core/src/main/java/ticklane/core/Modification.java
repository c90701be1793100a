package ticklane.core;

/** Layout of a bulk state change: see {@link GameHost#modify}. */
public final class Modification {
  public static final int POSITION = 1;
  public static final int VELOCITY = 2;
  public static final int YAW = 4;
  public static final int PITCH = 8;

  /** One row: long id, doubles x y z vx vy vz yaw pitch. */
  public static final int ROW_BYTES = 72;

  private Modification() {}
}
