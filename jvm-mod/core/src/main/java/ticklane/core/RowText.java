package ticklane.core;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import java.nio.charset.StandardCharsets;

/**
 * Reads a row {@code {"tick":8391,"key":"impulse","value":…}} as bytes: the key of each of many
 * rows is needed, its value hardly ever.
 */
final class RowText {
  private static final byte[] TICK = "{\"tick\":".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] KEY = ",\"key\":\"".getBytes(StandardCharsets.US_ASCII);

  private RowText() {}

  /**
   * Finds the key's text, its escapes as they are.
   *
   * @return where it begins, times 2^32, plus where it ends; -1 when the row isn't written the
   *     usual way
   */
  static long keySpan(byte[] text, int from, int to) {
    int at = from;
    if (!startsWith(text, at, to, TICK)) {
      return -1;
    }
    at += TICK.length;
    while (at < to && ((text[at] >= '0' && text[at] <= '9') || text[at] == '-')) {
      at++;
    }
    if (!startsWith(text, at, to, KEY)) {
      return -1;
    }
    at += KEY.length;
    int begin = at;
    while (at < to && text[at] != '"') {
      at += text[at] == '\\' ? 2 : 1;
    }
    return at < to ? ((long) begin << 32) | at : -1;
  }

  private static boolean startsWith(byte[] text, int from, int to, byte[] prefix) {
    if (to - from < prefix.length) {
      return false;
    }
    for (int i = 0; i < prefix.length; i++) {
      if (text[from + i] != prefix[i]) {
        return false;
      }
    }
    return true;
  }

  /** The row's key, "" when it has none. */
  static String key(byte[] text, int from, int to) {
    long span = keySpan(text, from, to);
    if (span >= 0) {
      int begin = (int) (span >> 32);
      String raw = new String(text, begin, (int) span - begin, StandardCharsets.UTF_8);
      return raw.indexOf('\\') < 0 ? raw : field(text, from, to, "key");
    }
    return field(text, from, to, "key");
  }

  /** What is left of a row that is too big: its tick, its key, its size. */
  static String cut(byte[] text, int from, int to) {
    JsonObject cut = new JsonObject();
    cut.addProperty("tick", tick(text, from, to));
    cut.addProperty("key", key(text, from, to));
    cut.add("value", JsonNull.INSTANCE);
    cut.addProperty("cut_bytes", to - from);
    return cut.toString();
  }

  /** Without parsing the row, which is big: its tick stands at its head. */
  private static long tick(byte[] text, int from, int to) {
    String tick;
    if (keySpan(text, from, to) >= 0) {
      int begin = from + TICK.length;
      int end = begin;
      while (text[end] != ',') {
        end++;
      }
      tick = new String(text, begin, end - begin, StandardCharsets.US_ASCII);
    } else {
      tick = field(text, from, to, "tick");
    }
    try {
      return Long.parseLong(tick);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  private static String field(byte[] text, int from, int to, String name) {
    try {
      JsonElement row = StrictJson.parse(new String(text, from, to - from, StandardCharsets.UTF_8));
      JsonElement found = row.isJsonObject() ? row.getAsJsonObject().get(name) : null;
      return found != null && found.isJsonPrimitive() ? found.getAsString() : "";
    } catch (JsonParseException e) {
      return ""; // not our row: a line that somebody put into the file
    }
  }
}
