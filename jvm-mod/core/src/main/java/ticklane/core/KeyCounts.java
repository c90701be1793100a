package ticklane.core;

import com.google.gson.JsonParseException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How many rows a script recorded under each key. Counted on the lane's thread without making a
 * string a row; read by any thread.
 */
final class KeyCounts {
  /** Keys told apart; rows of further keys are counted together. */
  static final int KEYS = 64;

  /** Under which the rest is counted. */
  static final String REST = "…";

  private byte[][] keys = new byte[4][];
  private long[] counts = new long[4];
  private int size;
  private long rest;
  private long total;

  /** Counts the rows of a chunk of complete lines. */
  synchronized void count(byte[] ndjson) {
    int from = 0;
    for (int at = 0; at < ndjson.length; at++) {
      if (ndjson[at] == '\n') {
        row(ndjson, from, at);
        from = at + 1;
      }
    }
  }

  private void row(byte[] text, int from, int to) {
    total++;
    long span = RowText.keySpan(text, from, to);
    if (span < 0) {
      rest++;
      return;
    }
    int begin = (int) (span >> 32);
    int end = (int) span;
    for (int i = 0; i < size; i++) {
      byte[] key = keys[i];
      if (Arrays.equals(key, 0, key.length, text, begin, end)) {
        counts[i]++;
        return;
      }
    }
    if (size == KEYS) {
      rest++;
      return;
    }
    if (size == keys.length) {
      keys = Arrays.copyOf(keys, size * 2);
      counts = Arrays.copyOf(counts, size * 2);
    }
    keys[size] = Arrays.copyOfRange(text, begin, end);
    counts[size++] = 1;
  }

  private static String unescaped(String raw) {
    if (raw.indexOf('\\') < 0) {
      return raw;
    }
    try {
      return StrictJson.parse('"' + raw + '"').getAsString();
    } catch (JsonParseException e) {
      return raw; // not an escape JSON knows: shown as it was written
    }
  }

  synchronized long total() {
    return total;
  }

  /** Rows per key in the order the keys first came. */
  synchronized Map<String, Long> byKey() {
    Map<String, Long> found = new LinkedHashMap<>();
    for (int i = 0; i < size; i++) {
      String raw = new String(keys[i], StandardCharsets.UTF_8);
      found.put(unescaped(raw), counts[i]);
    }
    if (rest > 0) {
      found.put(REST, rest);
    }
    return found;
  }
}
