package ticklane.host.minestom.picture;

/** What a picture gets at last: the sky behind it all, the lines between blocks, haze far away. */
final class Finish {
  private static final int SKY_TOP = 0x78A7FF;
  private static final int SKY_LOW = 0xC0D8FF;
  private static final int BELOW = 0x9FB4C8;

  /** How much the line between two blocks is darker, up close. */
  private static final double LINE = 0.16;

  private static final double LINE_WIDTH = 0.03;

  /** Pixels a block takes from which lines between blocks are drawn, and from which in full. */
  private static final double LINES_FROM = 5;

  private static final double LINES_FULL = 24;

  private final Raster raster;
  private final Camera camera;
  private final double far;
  private final double[] start = new double[3];
  private final double[] way = new double[3];

  private Finish(Raster raster, double far) {
    this.raster = raster;
    camera = raster.camera();
    this.far = far;
  }

  /**
   * Does it all.
   *
   * @param far blocks to the farthest that is drawn
   */
  static void all(Raster raster, double far) {
    Finish finish = new Finish(raster, far);
    for (int y = 0; y < raster.height; y++) {
      finish.row(y);
    }
  }

  private void row(int y) {
    int pixel = y * raster.width;
    for (int x = 0; x < raster.width; x++, pixel++) {
      if (raster.subjects[pixel] == Raster.SKY) {
        raster.ray(x, y, start, way);
        raster.colours[pixel] = sky();
        continue;
      }
      float depth = raster.depths[pixel];
      double size = raster.pixelsPerBlock(depth);
      if (raster.subjects[pixel] == Raster.BLOCK && size > LINES_FROM) {
        raster.ray(x, y, start, way);
        if (isOnLine(depth, Math.max(LINE_WIDTH, 0.5 / size))) {
          double fade = Math.min(1, (size - LINES_FROM) / (LINES_FULL - LINES_FROM));
          raster.colours[pixel] = Shade.darker(raster.colours[pixel], 1 - LINE * fade);
        }
      }
      if (!camera.isParallel() && depth > far / 2) {
        double haze = Math.min(0.85, (depth - far / 2) / far);
        raster.colours[pixel] = Shade.mixed(raster.colours[pixel], SKY_LOW, haze);
      }
    }
  }

  private int sky() {
    double up = way[1] / Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    return up >= 0
        ? Shade.mixed(SKY_LOW, SKY_TOP, Math.min(1, up * 1.5))
        : Shade.mixed(SKY_LOW, BELOW, -up);
  }

  /** Whether that far along the ray two blocks meet; one of them is the face itself. */
  private boolean isOnLine(double depth, double wide) {
    return near(camera.x() + start[0] + way[0] * depth, wide)
            + near(camera.y() + start[1] + way[1] * depth, wide)
            + near(camera.z() + start[2] + way[2] * depth, wide)
        >= 2;
  }

  private static int near(double at, double wide) {
    double inside = at - Math.floor(at);
    return inside < wide || inside > 1 - wide ? 1 : 0;
  }
}
