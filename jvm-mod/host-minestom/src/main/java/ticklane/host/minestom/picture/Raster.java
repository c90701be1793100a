package ticklane.host.minestom.picture;

import java.util.Arrays;

/**
 * A picture being drawn: colour, distance and what is seen, for each pixel from the upper left.
 * Flat faces only; the nearest wins.
 */
public final class Raster {
  /** What a pixel shows: nothing, a block, or an entity's id plus {@link #ENTITY}. */
  public static final int SKY = 0;

  public static final int BLOCK = 1;
  public static final int ENTITY = 2;

  public final int width;
  public final int height;

  /** 0xRRGGBB. */
  final int[] colours;

  /** Along the camera's line of sight, in blocks; infinite where there is nothing. */
  final float[] depths;

  final int[] subjects;
  private final Camera camera;
  private final double[] forward;
  private final double[] right;
  private final double[] up;
  private final double scale;
  private final double[][] corners = new double[9][3];
  private final double[][] clipped = new double[9][3];
  private final double[] px = new double[9];
  private final double[] py = new double[9];
  private final double[] pw = new double[9];

  /** An empty picture. */
  public Raster(Camera camera, int width, int height) {
    this.camera = camera;
    this.width = width;
    this.height = height;
    colours = new int[width * height];
    depths = new float[width * height];
    subjects = new int[width * height];
    Arrays.fill(depths, Float.POSITIVE_INFINITY);
    forward = camera.forward();
    right = camera.right();
    up = camera.up();
    scale =
        camera.isParallel()
            ? height / camera.height()
            : height / 2.0 / Math.tan(Math.toRadians(camera.fov()) / 2);
  }

  Camera camera() {
    return camera;
  }

  boolean isParallel() {
    return camera.isParallel();
  }

  /** Whether a pixel is in the picture. */
  boolean has(int x, int y) {
    return x >= 0 && y >= 0 && x < width && y < height;
  }

  /** Draws over a pixel; one outside is none. */
  void colour(int x, int y, int colour) {
    if (has(x, y)) {
      colours[y * width + x] = colour;
    }
  }

  public int colour(int x, int y) {
    return colours[y * width + x];
  }

  public float depth(int x, int y) {
    return depths[y * width + x];
  }

  public int subject(int x, int y) {
    return subjects[y * width + x];
  }

  /** Red, green and blue of each pixel from the upper left. */
  public byte[] rgb() {
    byte[] bytes = new byte[3 * colours.length];
    for (int i = 0; i < colours.length; i++) {
      bytes[3 * i] = (byte) (colours[i] >> 16);
      bytes[3 * i + 1] = (byte) (colours[i] >> 8);
      bytes[3 * i + 2] = (byte) colours[i];
    }
    return bytes;
  }

  /** How far each pixel is along the line of sight, in blocks; infinite for the sky. */
  public float[] depths() {
    return depths;
  }

  /** Entity of each pixel, 0 for sky and blocks. */
  public int[] ids() {
    int[] ids = new int[subjects.length];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = Math.max(0, subjects[i] - ENTITY);
    }
    return ids;
  }

  /** How many pixels a block at that distance is high. */
  double pixelsPerBlock(double depth) {
    return camera.isParallel() ? scale : scale / depth;
  }

  /** Whether any of a box may be in the picture: false only when all of it lies beyond one edge. */
  boolean isInView(Cuboid box) {
    double wide = camera.isParallel() ? width / 2.0 / scale : width / 2.0;
    double high = camera.isParallel() ? height / 2.0 / scale : height / 2.0;
    int beyond = 31;
    for (int corner = 0; corner < 8 && beyond != 0; corner++) {
      double dx = ((corner & 1) == 0 ? box.x0() : box.x1()) - camera.x();
      double dy = ((corner & 2) == 0 ? box.y0() : box.y1()) - camera.y();
      double dz = ((corner & 4) == 0 ? box.z0() : box.z1()) - camera.z();
      double across = dx * right[0] + dy * right[1] + dz * right[2];
      double above = dx * up[0] + dy * up[1] + dz * up[2];
      double ahead = dx * forward[0] + dy * forward[1] + dz * forward[2];
      if (!camera.isParallel()) {
        across *= scale;
        above *= scale;
      }
      double edge = camera.isParallel() ? wide : wide * ahead;
      double rim = camera.isParallel() ? high : high * ahead;
      beyond &=
          (across < -edge ? 1 : 0)
              | (across > edge ? 2 : 0)
              | (above < -rim ? 4 : 0)
              | (above > rim ? 8 : 0)
              | (!camera.isParallel() && ahead < Camera.NEAR ? 16 : 0);
    }
    return beyond == 0;
  }

  /** Pixel of a place and its distance; null when it is behind the camera. */
  public double[] project(double x, double y, double z) {
    double dx = x - camera.x();
    double dy = y - camera.y();
    double dz = z - camera.z();
    double depth = dx * forward[0] + dy * forward[1] + dz * forward[2];
    if (!camera.isParallel() && depth < Camera.NEAR) {
      return null;
    }
    double by = camera.isParallel() ? scale : scale / depth;
    return new double[] {
      width / 2.0 + (dx * right[0] + dy * right[1] + dz * right[2]) * by,
      height / 2.0 - (dx * up[0] + dy * up[1] + dz * up[2]) * by,
      depth
    };
  }

  /**
   * The part of a line that is in the picture, {@code margin} pixels around it counted: x, y and
   * what is linear in the picture (1 / distance; distance with parallel rays) of both ends, or
   * null.
   */
  double[] projectLine(
      double ax, double ay, double az, double bx, double by, double bz, int margin) {
    double[] from = new double[3];
    double[] to = new double[3];
    inCamera(ax, ay, az, from);
    inCamera(bx, by, bz, to);
    if (!camera.isParallel()) {
      if (from[2] < Camera.NEAR && to[2] < Camera.NEAR) {
        return null;
      }
      if (from[2] < Camera.NEAR) {
        cut(from, to);
      } else if (to[2] < Camera.NEAR) {
        cut(to, from);
      }
    }
    double[] ends = new double[6];
    inPicture(from, ends, 0);
    inPicture(to, ends, 3);
    return clip(ends, margin) ? ends : null;
  }

  private void inCamera(double x, double y, double z, double[] out) {
    double dx = x - camera.x();
    double dy = y - camera.y();
    double dz = z - camera.z();
    out[0] = dx * right[0] + dy * right[1] + dz * right[2];
    out[1] = dx * up[0] + dy * up[1] + dz * up[2];
    out[2] = dx * forward[0] + dy * forward[1] + dz * forward[2];
  }

  /** Moves the end that lies before the near plane onto it. */
  private static void cut(double[] near, double[] far) {
    double t = (Camera.NEAR - near[2]) / (far[2] - near[2]);
    for (int axis = 0; axis < 3; axis++) {
      near[axis] += t * (far[axis] - near[axis]);
    }
  }

  private void inPicture(double[] at, double[] out, int to) {
    double by = camera.isParallel() ? scale : scale / at[2];
    out[to] = width / 2.0 + at[0] * by;
    out[to + 1] = height / 2.0 - at[1] * by;
    out[to + 2] = camera.isParallel() ? at[2] : 1 / at[2];
  }

  /** Cuts a line in the picture to the picture (Liang and Barsky); false when none is left. */
  private boolean clip(double[] ends, int margin) {
    double first = 0;
    double last = 1;
    for (int axis = 0; axis < 2; axis++) {
      double from = ends[axis];
      double way = ends[3 + axis] - from;
      double low = -margin;
      double high = (axis == 0 ? width : height) + margin;
      if (way == 0) {
        if (from < low || from > high) {
          return false;
        }
        continue;
      }
      double a = (low - from) / way;
      double b = (high - from) / way;
      first = Math.max(first, Math.min(a, b));
      last = Math.min(last, Math.max(a, b));
    }
    if (!(first <= last)) {
      return false;
    }
    for (int i = 0; i < 3; i++) {
      double from = ends[i];
      double way = ends[3 + i] - from;
      ends[i] = from + first * way;
      ends[3 + i] = from + last * way;
    }
    return true;
  }

  /** Where a pixel's ray leads: unit along the line of sight, times depth is the place. */
  void ray(int x, int y, double[] start, double[] way) {
    double sideways = (x + 0.5 - width / 2.0) / scale;
    double upwards = (height / 2.0 - y - 0.5) / scale;
    for (int axis = 0; axis < 3; axis++) {
      double across = sideways * right[axis] + upwards * up[axis];
      start[axis] = camera.isParallel() ? across : 0;
      way[axis] = camera.isParallel() ? forward[axis] : forward[axis] + across;
    }
  }

  /** Draws a flat convex face; {@code places} holds x y z of each corner in turn. */
  void face(double[] places, int n, int colour, int subject) {
    for (int i = 0; i < n; i++) {
      double dx = places[3 * i] - camera.x();
      double dy = places[3 * i + 1] - camera.y();
      double dz = places[3 * i + 2] - camera.z();
      corners[i][0] = dx * right[0] + dy * right[1] + dz * right[2];
      corners[i][1] = dx * up[0] + dy * up[1] + dz * up[2];
      corners[i][2] = dx * forward[0] + dy * forward[1] + dz * forward[2];
    }
    int left = camera.isParallel() ? copy(n) : clip(n);
    if (left < 3) {
      return;
    }
    for (int i = 0; i < left; i++) {
      double depth = clipped[i][2];
      double by = camera.isParallel() ? scale : scale / depth;
      px[i] = width / 2.0 + clipped[i][0] * by;
      py[i] = height / 2.0 - clipped[i][1] * by;
      pw[i] = camera.isParallel() ? depth : 1 / depth; // what is linear in the picture
    }
    if (isOutside(left)) {
      return;
    }
    for (int i = 1; i + 1 < left; i++) {
      triangle(0, i, i + 1, colour, subject);
    }
  }

  private boolean isOutside(int n) {
    int beyond = 15;
    for (int i = 0; i < n; i++) {
      beyond &=
          (px[i] < 0 ? 1 : 0)
              | (px[i] > width ? 2 : 0)
              | (py[i] < 0 ? 4 : 0)
              | (py[i] > height ? 8 : 0);
    }
    return beyond != 0;
  }

  private int copy(int n) {
    for (int i = 0; i < n; i++) {
      System.arraycopy(corners[i], 0, clipped[i], 0, 3);
    }
    return n;
  }

  /** Takes away what is nearer than the near plane. */
  private int clip(int n) {
    int left = 0;
    for (int i = 0; i < n; i++) {
      double[] a = corners[i];
      double[] b = corners[(i + 1) % n];
      boolean inside = a[2] >= Camera.NEAR;
      if (inside) {
        System.arraycopy(a, 0, clipped[left++], 0, 3);
      }
      if (inside != b[2] >= Camera.NEAR) {
        double t = (Camera.NEAR - a[2]) / (b[2] - a[2]);
        for (int axis = 0; axis < 3; axis++) {
          clipped[left][axis] = a[axis] + t * (b[axis] - a[axis]);
        }
        left++;
      }
    }
    return left;
  }

  private void triangle(int a, int b, int c, int colour, int subject) {
    double area = (px[b] - px[a]) * (py[c] - py[a]) - (px[c] - px[a]) * (py[b] - py[a]);
    if (Math.abs(area) < 1e-9) {
      return;
    }
    int top = Math.max(0, (int) Math.ceil(Math.min(py[a], Math.min(py[b], py[c])) - 0.5));
    int bottom =
        Math.min(height - 1, (int) Math.floor(Math.max(py[a], Math.max(py[b], py[c])) - 0.5));
    double dwx = ((pw[b] - pw[a]) * (py[c] - py[a]) - (pw[c] - pw[a]) * (py[b] - py[a])) / area;
    double dwy = ((pw[c] - pw[a]) * (px[b] - px[a]) - (pw[b] - pw[a]) * (px[c] - px[a])) / area;
    for (int y = top; y <= bottom; y++) {
      double at = y + 0.5;
      double from = Double.POSITIVE_INFINITY;
      double to = Double.NEGATIVE_INFINITY;
      for (int edge = 0; edge < 3; edge++) {
        int i = edge == 0 ? a : edge == 1 ? b : c;
        int j = edge == 0 ? b : edge == 1 ? c : a;
        if (py[i] <= at == py[j] <= at) {
          continue;
        }
        double x = px[i] + (at - py[i]) / (py[j] - py[i]) * (px[j] - px[i]);
        from = Math.min(from, x);
        to = Math.max(to, x);
      }
      int first = Math.max(0, (int) Math.ceil(from - 0.5));
      int last = Math.min(width - 1, (int) Math.ceil(to - 0.5) - 1);
      double w = pw[a] + dwx * (first + 0.5 - px[a]) + dwy * (at - py[a]);
      int pixel = y * width + first;
      for (int x = first; x <= last; x++, pixel++, w += dwx) {
        float depth = (float) (camera.isParallel() ? w : 1 / w);
        if (depth < depths[pixel]) {
          depths[pixel] = depth;
          colours[pixel] = colour;
          subjects[pixel] = subject;
        }
      }
    }
  }
}
