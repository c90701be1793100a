package ticklane.host.minestom.picture;

/**
 * Where a picture is taken from. Angles in degrees as the game counts them: yaw 0 looks south (+z),
 * 90 west; pitch 90 straight down.
 *
 * @param fov of the picture's height in degrees; 0 for parallel rays
 * @param height blocks that the picture is high with parallel rays
 */
public record Camera(
    double x, double y, double z, double yaw, double pitch, double fov, double height) {
  /** The nearest that is drawn, in blocks. */
  static final double NEAR = 0.05;

  /** A perspective picture from a place. */
  public static Camera eye(double x, double y, double z, double yaw, double pitch, double fov) {
    return new Camera(x, y, z, yaw, pitch, fov, 0);
  }

  /** A picture with parallel rays: straight lines stay parallel and lengths can be compared. */
  public static Camera parallel(
      double x, double y, double z, double yaw, double pitch, double height) {
    return new Camera(x, y, z, yaw, pitch, 0, height);
  }

  boolean isParallel() {
    return fov == 0;
  }

  double[] forward() {
    double turn = Math.toRadians(yaw);
    double tilt = Math.toRadians(pitch);
    return new double[] {
      -Math.sin(turn) * Math.cos(tilt), -Math.sin(tilt), Math.cos(turn) * Math.cos(tilt)
    };
  }

  /** To the right of whoever looks. */
  double[] right() {
    double turn = Math.toRadians(yaw);
    return new double[] {-Math.cos(turn), 0, -Math.sin(turn)};
  }

  double[] up() {
    double turn = Math.toRadians(yaw);
    double tilt = Math.toRadians(pitch);
    return new double[] {
      -Math.sin(turn) * Math.sin(tilt), Math.cos(tilt), Math.cos(turn) * Math.sin(tilt)
    };
  }
}
