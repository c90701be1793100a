package ticklane.core;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is said of a script whose process has ended without a word of its own. */
final class ProcessEnd {
  private static final Map<Integer, String> SIGNALS =
      Map.of(
          4, "SIGILL", 6, "SIGABRT", 7, "SIGBUS", 8, "SIGFPE", 9, "SIGKILL", 11, "SIGSEGV", 15,
          "SIGTERM", 24, "SIGXCPU", 31, "SIGSYS");

  /** A frame of faulthandler's report. */
  private static final Pattern FRAME = Pattern.compile("File \"([^\"]+)\", line (\\d+) in (\\S+)");

  private static final int SHOWN = 2_000;

  private ProcessEnd() {}

  /** The reason of its Status. */
  static String reason(String ending, boolean broken, JsonObject verdict) {
    if (!ending.isEmpty()) {
      return ending;
    }
    String why = broken ? "" : text(verdict, "why");
    return switch (why) {
      case "memory" -> "memory";
      case "cpu" -> "budget";
      default -> "failed";
    };
  }

  /**
   * Fills in {@code type message}, {@code line file code in} where known, {@code notes}.
   *
   * @param place where it was last seen, or null
   * @param said the end of its error stream
   */
  static void describe(
      JsonObject error,
      JsonObject verdict,
      boolean broken,
      int keeperCode,
      JsonObject place,
      String said) {
    String why = text(verdict, "why");
    String detail = text(verdict, "detail");
    int signal = number(verdict, "signal");
    if (broken) {
      put(error, "ProcessError", "its process wrote what is none of ours into its pipe");
    } else if (why.equals("memory")) {
      put(error, "MemoryError", detail);
    } else if (why.equals("cpu") || why.equals("processes")) {
      put(error, "LimitError", detail);
    } else if (verdict == null) {
      put(
          error,
          "ProcessError",
          "its process was killed together with its keeper (the keeper ended with code "
              + keeperCode
              + ")");
    } else if (signal > 0) {
      put(
          error,
          "ProcessError",
          "its process was killed by "
              + SIGNALS.getOrDefault(signal, "signal " + signal)
              + (signal == 9 ? " from outside; the system does so when memory runs out" : ""));
    } else {
      put(
          error,
          "ProcessError",
          "its process ended with exit code "
              + number(verdict, "exit")
              + " in the middle of the script");
    }
    boolean crashed = said.contains("Fatal Python error");
    Matcher frame = FRAME.matcher(crashed ? said : "");
    List<String> own =
        place == null
            ? List.of()
            : place.getAsJsonArray("files").asList().stream()
                .map(JsonElement::getAsString)
                .toList();
    while (frame.find()) {
      if (own.contains(frame.group(1))) {
        error.addProperty("line", Integer.parseInt(frame.group(2)));
        error.addProperty("in", frame.group(3));
        if (!frame.group(1).equals(own.get(0))) {
          error.addProperty("file", frame.group(1));
        }
        break;
      }
    }
    if (!error.has("line") && place != null && number(place, "line") > 0) {
      for (String key : List.of("line", "file", "code")) {
        if (place.has(key)) {
          error.add(key, place.get(key));
        }
      }
    }
    if (!said.isBlank()) {
      String shown = said.strip();
      com.google.gson.JsonArray notes = new com.google.gson.JsonArray();
      notes.add(
          "its error stream ends: "
              + (shown.length() > SHOWN ? "… " + shown.substring(shown.length() - SHOWN) : shown));
      error.add("notes", notes);
    }
  }

  /** A place in words. */
  static String words(JsonObject place) {
    String file = text(place, "file");
    String code = text(place, "code");
    return (file.isEmpty() ? "" : file + " ")
        + "line "
        + number(place, "line")
        + (code.isEmpty() ? "" : ": " + code);
  }

  private static void put(JsonObject error, String type, String message) {
    error.addProperty("type", type);
    error.addProperty("message", message);
  }

  private static String text(JsonObject json, String key) {
    return json != null && json.get(key) instanceof JsonPrimitive value ? value.getAsString() : "";
  }

  private static int number(JsonObject json, String key) {
    return json != null && json.get(key) instanceof JsonPrimitive value && value.isNumber()
        ? value.getAsInt()
        : 0;
  }
}
