package ticklane.host.minestom.command;

/** Reads a command line word by word; brackets, braces and quotes keep a word together. */
final class Words {
  private final String line;
  private int at;

  Words(String line) {
    this.line = line.strip();
  }

  boolean hasNext() {
    skipBlanks();
    return at < line.length();
  }

  private void skipBlanks() {
    while (at < line.length() && Character.isWhitespace(line.charAt(at))) {
      at++;
    }
  }

  /**
   * @param what what is missing when there is no next word
   */
  String next(String what) {
    if (!hasNext()) {
      throw CommandFailure.syntax(
          "incomplete command: %s is missing after '%s'".formatted(what, line));
    }
    int start = at;
    int depth = 0;
    char quote = 0;
    for (; at < line.length(); at++) {
      char c = line.charAt(at);
      if (quote != 0) {
        if (c == '\\') {
          at++;
        } else if (c == quote) {
          quote = 0;
        }
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '[' || c == '{') {
        depth++;
      } else if (c == ']' || c == '}') {
        depth--;
      } else if (Character.isWhitespace(c) && depth <= 0) {
        break;
      }
    }
    at = Math.min(at, line.length());
    if (depth > 0 || quote != 0) {
      throw CommandFailure.syntax(
          "a bracket or quote is left open in '%s'".formatted(line.substring(start)));
    }
    return line.substring(start, at);
  }

  /** The next word without moving on; empty when there is none. */
  String peek() {
    int before = at;
    String word = hasNext() ? next("") : "";
    at = before;
    return word;
  }

  /** Everything that is left, as written. */
  String rest(String what) {
    if (!hasNext()) {
      throw CommandFailure.syntax(
          "incomplete command: %s is missing after '%s'".formatted(what, line));
    }
    String rest = line.substring(at);
    at = line.length();
    return rest;
  }

  long whole(String what, long least, long most) {
    String word = next(what);
    try {
      long value = Long.parseLong(word);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw CommandFailure.syntax("%s must be a whole number, not '%s'".formatted(what, word));
    }
    throw CommandFailure.syntax(
        "%s must lie from %d to %d, not %s".formatted(what, least, most, word));
  }

  double number(String what) {
    String word = next(what);
    try {
      return Double.parseDouble(word);
    } catch (NumberFormatException e) {
      throw CommandFailure.syntax("%s must be a number, not '%s'".formatted(what, word));
    }
  }

  /** Nothing may be left. */
  void end() {
    if (hasNext()) {
      throw CommandFailure.syntax(
          "'%s' is more than this command takes".formatted(line.substring(at)));
    }
  }
}
