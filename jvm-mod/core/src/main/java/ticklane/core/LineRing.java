package ticklane.core;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** The last lines a script logged, numbered from 0; older ones are only counted. Thread-safe. */
final class LineRing {
  static final int LINES = 200;
  static final int CHARS = 2_000;

  private final ArrayDeque<String> lines = new ArrayDeque<>();
  private long next;

  /**
   * Lines from a number on.
   *
   * @param next the number the next line will get
   * @param lines what is still there, oldest first
   * @param skipped lines from that number on that are no longer there or didn't fit
   */
  record Slice(long next, List<String> lines, long skipped) {}

  /** Adds a line, shown with the tick it was logged in. */
  synchronized void add(long tick, String text) {
    if (lines.size() == LINES) {
      lines.removeFirst();
    }
    lines.addLast("[" + tick + "] " + shorten(text));
    next++;
  }

  static String shorten(String text) {
    if (text.length() <= CHARS) {
      return text;
    }
    int end = CHARS;
    if (Character.isHighSurrogate(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(0, end) + "… (" + (text.length() - end) + " more characters)";
  }

  synchronized long next() {
    return next;
  }

  /** The newest lines numbered {@code since} or more whose length together is {@code chars}. */
  synchronized Slice since(long since, int chars) {
    long wanted = Math.max(0, next - Math.max(0, since));
    ArrayList<String> found = new ArrayList<>();
    int left = chars;
    var newestFirst = lines.descendingIterator();
    while (newestFirst.hasNext() && found.size() < wanted) {
      String line = newestFirst.next();
      if (line.length() > left) {
        break;
      }
      left -= line.length();
      found.add(0, line);
    }
    return new Slice(next, found, wanted - found.size());
  }
}
