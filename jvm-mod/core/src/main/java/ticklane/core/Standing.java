package ticklane.core;

import com.google.gson.JsonObject;

/**
 * Where a step was seen.
 *
 * @param script whose code it is; null when that isn't known
 * @param place where in that script
 */
record Standing(Script script, ScriptCode.Place place) {
  int line() {
    return place.line();
  }

  int fileIndex() {
    return place.fileIndex();
  }

  /** Adds {@code file line code in} as Status and events have them. */
  void addTo(JsonObject json) {
    if (!place.file().isEmpty()) {
      json.addProperty("file", place.file());
    }
    if (place.line() > 0) {
      json.addProperty("line", place.line());
    }
    if (!place.text().isEmpty()) {
      json.addProperty("code", place.text());
    }
    json.addProperty("in", place.in());
  }

  /** For people, to follow a verb: "at line 3 in run (x = sum(range(n)))". */
  String words() {
    StringBuilder words = new StringBuilder("at line ").append(place.line());
    if (!place.file().isEmpty()) {
      words.append(" of ").append(place.file());
    }
    if (!place.in().startsWith("<")) {
      words.append(", in ").append(place.in()).append("()");
    }
    if (!place.text().isEmpty()) {
      words.append(": ").append(place.text());
    }
    return words.toString();
  }
}
