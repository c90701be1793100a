package ticklane.core;

/** Something a script has drawn into the world's pictures. */
public final class Drawing {
  /** What it is. */
  public enum Kind {
    LINE(6),
    BOX(6),
    POINT(3),
    TEXT(3);

    /** Numbers that one of them takes. */
    final int numbers;

    Kind(int numbers) {
      this.numbers = numbers;
    }
  }

  private final Kind kind;
  private final double[] places;
  private final int colour;
  private final int width;
  private final boolean onTop;
  private final long until;
  private final String text;

  /**
   * Some of one kind.
   *
   * @param places handed over: x y z of each point, or of both ends of each line or box in turn
   * @param colour 0xRRGGBB
   * @param width pixels a line is wide or a point across
   * @param onTop whether it is seen through what is before it
   * @param until the tick from which it is gone
   * @param text what a text says, else ""
   */
  public Drawing(
      Kind kind, double[] places, int colour, int width, boolean onTop, long until, String text) {
    this.kind = kind;
    this.places = places;
    this.colour = colour;
    this.width = width;
    this.onTop = onTop;
    this.until = until;
    this.text = text;
  }

  public Kind kind() {
    return kind;
  }

  /** How many lines, boxes, points or texts it is. */
  public int count() {
    return places.length / kind.numbers;
  }

  /** One of the numbers of its places. */
  public double at(int index) {
    return places[index];
  }

  public int colour() {
    return colour;
  }

  public int width() {
    return width;
  }

  public boolean onTop() {
    return onTop;
  }

  long until() {
    return until;
  }

  public String text() {
    return text;
  }
}
