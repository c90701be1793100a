package ticklane.core;

/** A script's id cut in its middle, for a list that must be short, and what it may stand for. */
final class CutId {
  /** Never part of an id. */
  private static final String GAP = "…";

  private CutId() {}

  /** The id, or its beginning and end when it is longer than {@code length} characters. */
  static String of(String id, int length) {
    if (id.length() <= length) {
      return id;
    }
    int tail = (length - 1) / 2;
    return id.substring(0, length - 1 - tail) + GAP + id.substring(id.length() - tail);
  }

  static boolean isCut(String text) {
    return text.contains(GAP);
  }

  /** Whether that id can be what was cut to {@code text}. */
  static boolean matches(String text, String id) {
    int gap = text.indexOf(GAP);
    return id.length() >= text.length()
        && id.startsWith(text.substring(0, gap))
        && id.endsWith(text.substring(gap + GAP.length()));
  }
}
