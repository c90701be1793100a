package ticklane.core;

import com.google.gson.JsonObject;

/** A picture that was taken. */
public final class Picture {
  private final byte[] rgb;
  private final float[] depths;
  private final int[] ids;
  private final JsonObject facts;

  /**
   * A picture; all arrays are handed over and go from the upper left.
   *
   * @param rgb red, green and blue of each pixel
   * @param depths blocks along the line of sight, infinite for the sky; empty unless asked for
   * @param ids entity of each pixel, 0 for sky and blocks; empty unless asked for
   * @param facts what a reader of it needs: camera, size, names over entities
   */
  public Picture(byte[] rgb, float[] depths, int[] ids, JsonObject facts) {
    this.rgb = rgb;
    this.depths = depths;
    this.ids = ids;
    this.facts = facts;
  }

  byte[] rgb() {
    return rgb;
  }

  float[] depths() {
    return depths;
  }

  int[] ids() {
    return ids;
  }

  JsonObject facts() {
    return facts;
  }
}
