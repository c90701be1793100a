package ticklane.host.minestom.picture;

/** A box in the world, along its axes. */
record Cuboid(double x0, double y0, double z0, double x1, double y1, double z1) {
  /** One that stands on a place. */
  static Cuboid standing(double x, double y, double z, double width, double height) {
    double half = width / 2;
    return new Cuboid(x - half, y, z - half, x + half, y + height, z + half);
  }
}
