package ticklane.core;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Locale;

/**
 * What Python sees of pictures: drawing into them, and having them taken. As {@link LaneBridge}, on
 * the lane's thread; a slot names the script.
 */
public final class LanePictures {
  private static final int MOST_ROWS = ScriptPictures.MOST_DRAWN;

  private final Core core;
  private final GameHost host;
  private final LaneBridge bridge;
  private final ScriptSlots slots;

  LanePictures(Core core, GameHost host, LaneBridge bridge, ScriptSlots slots) {
    this.core = core;
    this.host = host;
    this.bridge = bridge;
    this.slots = slots;
  }

  private ScriptPictures of(int slot) {
    Script script = slots.at(slot);
    ScriptPictures pictures = script == null ? null : script.pictures;
    if (pictures == null) {
      throw new HostException(HostException.BAD_VALUE, "no script has slot " + slot);
    }
    return pictures;
  }

  /**
   * Draws {@code n} lines or boxes (6 doubles each in the scratch buffer), points or texts (3).
   *
   * @param ticks how many ticks it is seen, 0: until it is erased
   * @return its number
   */
  public int draw(
      int slot, String kind, int n, int colour, int width, boolean onTop, long ticks, String text) {
    Drawing.Kind what = Drawing.Kind.valueOf(kind.toUpperCase(Locale.ROOT));
    ByteBuffer scratch = bridge.scratch(0);
    if (n < 0 || n > MOST_ROWS || 8L * what.numbers * n > scratch.capacity()) {
      throw new HostException(
          HostException.LIMIT, "%,d at once; at most %,d a script".formatted(n, MOST_ROWS));
    }
    double[] places = new double[what.numbers * n];
    scratch.slice(0, 8 * places.length).order(ByteOrder.nativeOrder()).asDoubleBuffer().get(places);
    long now = bridge.tick();
    long until = ticks == 0 ? Long.MAX_VALUE : now + ticks;
    return of(slot).draw(new Drawing(what, places, colour, width, onTop, until, text), now);
  }

  /** Whether that drawing can still be seen. */
  public boolean isDrawn(int slot, int number) {
    return of(slot).isDrawn(number, bridge.tick());
  }

  public void erase(int slot, int number) {
    of(slot).erase(number);
  }

  public void clear(int slot) {
    of(slot).clear();
  }

  /**
   * Asks for a picture; gives its number.
   *
   * @param file as {@link #file} gave it, where it is to be written; "": its buffers are wanted
   */
  public int take(
      int slot,
      String file,
      String camera,
      double x,
      double y,
      double z,
      double yaw,
      double pitch,
      double distance,
      double span,
      double fov,
      int width,
      int height,
      boolean labels) {
    ScriptPictures pictures = of(slot);
    boolean buffers = file.isEmpty();
    PictureJob job = new PictureJob(!buffers);
    int number = pictures.begin(job);
    PictureRequest request =
        new PictureRequest(
            camera,
            x,
            y,
            z,
            yaw,
            pitch,
            distance,
            span,
            fov,
            width,
            height,
            labels,
            buffers,
            fromTick());
    PictureSource own = host.pictures();
    (own == null ? core.pictures() : own)
        .take(
            request,
            picture -> {
              if (buffers) {
                job.taken(picture, pictures.buffer(PictureJob.bytes(picture)));
              } else {
                write(pictures, file, PngFile.of(picture.rgb(), width, height), job);
              }
            },
            job::failed);
    return number;
  }

  private static void write(ScriptPictures pictures, String file, byte[] png, PictureJob job) {
    try {
      pictures.write(Path.of(file), png);
      job.written();
    } catch (IOException e) {
      job.failed(file + " can't be written: " + e.getMessage());
    }
  }

  /** What a step of the server does, clients are told of in the next tick. */
  private long fromTick() {
    return host.pictures() == null ? bridge.tick() + 1 : 0;
  }

  /** Path of the script's next picture; "" numbers it. */
  public String file(int slot, String name) {
    return of(slot).file(name).toString();
  }

  /** "" while it is under way, "+" when it is there, "-" and why when it isn't and won't be. */
  public String state(int slot, int number) {
    PictureJob job = of(slot).job(number);
    return job == null ? PictureJob.DONE : job.state();
  }

  /** Depths (f4), ids (i4), then red, green and blue of all pixels, from the upper left. */
  public ByteBuffer pixels(int slot, int number) {
    PictureJob job = of(slot).job(number);
    return job == null ? null : job.pixels();
  }

  public String facts(int slot, int number) {
    PictureJob job = of(slot).job(number);
    return job == null ? "" : job.facts();
  }

  /** It was looked at. */
  public void drop(int slot, int number) {
    of(slot).drop(number);
  }
}
