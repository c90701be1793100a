package ticklane.host.minestom.picture;

/** Colours made of others; 0xRRGGBB all. */
final class Shade {
  private Shade() {}

  static int darker(int colour, double by) {
    int r = (int) ((colour >> 16 & 255) * by);
    int g = (int) ((colour >> 8 & 255) * by);
    int b = (int) ((colour & 255) * by);
    return Math.min(255, r) << 16 | Math.min(255, g) << 8 | Math.min(255, b);
  }

  static int mixed(int a, int b, double t) {
    int r = (int) ((a >> 16 & 255) * (1 - t) + (b >> 16 & 255) * t);
    int g = (int) ((a >> 8 & 255) * (1 - t) + (b >> 8 & 255) * t);
    int bl = (int) ((a & 255) * (1 - t) + (b & 255) * t);
    return r << 16 | g << 8 | bl;
  }
}
