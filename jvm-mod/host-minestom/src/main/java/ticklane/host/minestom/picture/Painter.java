package ticklane.host.minestom.picture;

/** Draws boxes into one picture: the sides that look towards the camera, shaded. */
final class Painter {
  /** All six sides, a bit each in the order of {@link ChunkMesh#NORMALS}. */
  static final int ALL = 0x3F;

  /** Brightness of the sides, as the game shades them: down, up, north, south, west, east. */
  private static final double[] SHADES = {0.5, 1, 0.8, 0.8, 0.6, 0.6};

  private final Raster raster;
  private final Camera camera;
  private final double[] forward;
  private final double[] corners = new double[12];

  Painter(Raster raster) {
    this.raster = raster;
    camera = raster.camera();
    forward = camera.forward();
  }

  /** Some sides of a box. */
  void box(Cuboid box, int sides, Style style) {
    for (int side = 0; side < 6; side++) {
      if ((sides & 1 << side) != 0) {
        side(box, side, style);
      }
    }
  }

  /** One side of a box, unless it looks away from the camera. */
  void side(Cuboid box, int side, Style style) {
    int axis = side >> 1; // 0: y, 1: z, 2: x
    boolean upper = (side & 1) == 1;
    double at =
        switch (axis) {
          case 0 -> upper ? box.y1() : box.y0();
          case 1 -> upper ? box.z1() : box.z0();
          default -> upper ? box.x1() : box.x0();
        };
    double eye = axis == 0 ? camera.y() : axis == 1 ? camera.z() : camera.x();
    double way = axis == 0 ? forward[1] : axis == 1 ? forward[2] : forward[0];
    boolean away = camera.isParallel() ? upper == way > 0 : upper ? eye <= at : eye >= at;
    if (away) {
      return;
    }
    for (int corner = 0; corner < 4; corner++) {
      boolean u = corner == 1 || corner == 2;
      boolean v = corner >= 2;
      int to = 3 * corner;
      switch (axis) {
        case 0 -> put(to, u ? box.x1() : box.x0(), at, v ? box.z1() : box.z0());
        case 1 -> put(to, u ? box.x1() : box.x0(), v ? box.y1() : box.y0(), at);
        default -> put(to, at, u ? box.y1() : box.y0(), v ? box.z1() : box.z0());
      }
    }
    raster.face(corners, 4, Shade.darker(style.colour(), SHADES[side]), style.subject());
  }

  private void put(int at, double x, double y, double z) {
    corners[at] = x;
    corners[at + 1] = y;
    corners[at + 2] = z;
  }
}
