package ticklane.core;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;

/** A picture that a script waits for. Written once by who takes it, read by the script's lane. */
final class PictureJob {
  /** {@link #state}: still under way. */
  static final String UNDER_WAY = "";

  /** {@link #state}: there. */
  static final String DONE = "+";

  private final boolean intoFile;
  private volatile String state = UNDER_WAY;
  private volatile String facts = "";
  private volatile ByteBuffer pixels;
  private volatile ByteBuffer whole;

  /**
   * One that has just been asked for.
   *
   * @param intoFile it is written to a file, nothing of it is handed over
   */
  PictureJob(boolean intoFile) {
    this.intoFile = intoFile;
  }

  /** {@link #UNDER_WAY}, {@link #DONE}, or "-" and why there is none. */
  String state() {
    return state;
  }

  /** Whether nobody needs to be told of it: its file is written. */
  boolean isForgettable() {
    return intoFile && !state.equals(UNDER_WAY);
  }

  void failed(String why) {
    state = "-" + why;
  }

  /** Its file is written. */
  void written() {
    state = DONE;
  }

  /**
   * Packs it where Python can copy it from: depths, ids, then red, green and blue.
   *
   * @param buffer of {@link #bytes}, its own until it is dropped
   */
  void taken(Picture picture, ByteBuffer buffer) {
    int n = picture.depths().length;
    ByteBuffer packed = buffer.slice(0, bytes(picture));
    whole = buffer;
    FloatBuffer depths = packed.slice(0, 4 * n).order(ByteOrder.nativeOrder()).asFloatBuffer();
    depths.put(picture.depths());
    IntBuffer ids = packed.slice(4 * n, 4 * n).order(ByteOrder.nativeOrder()).asIntBuffer();
    ids.put(picture.ids());
    packed.put(8 * n, picture.rgb());
    pixels = packed;
    facts = picture.facts().toString();
    state = DONE;
  }

  /** Bytes that a picture takes packed. */
  static int bytes(Picture picture) {
    return 11 * picture.depths().length;
  }

  /** The buffer it was packed into; null for one that isn't there. */
  ByteBuffer whole() {
    return whole;
  }

  /** As {@link #taken} has packed it; null for one that isn't there. */
  ByteBuffer pixels() {
    return pixels;
  }

  /** JSON: camera, place, angles, size, tick. */
  String facts() {
    return facts;
  }
}
