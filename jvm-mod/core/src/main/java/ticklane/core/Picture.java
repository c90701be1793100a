package ticklane.core;

import com.google.gson.JsonObject;

/** A picture that was taken. */
public final class Picture {
  private final byte[] rgb;
  private final JsonObject facts;

  /**
   * A picture.
   *
   * @param rgb red, green and blue of each pixel from the upper left; handed over
   * @param facts what a reader of it needs: camera, size, names over entities
   */
  public Picture(byte[] rgb, JsonObject facts) {
    this.rgb = rgb;
    this.facts = facts;
  }

  byte[] rgb() {
    return rgb;
  }

  JsonObject facts() {
    return facts;
  }
}
