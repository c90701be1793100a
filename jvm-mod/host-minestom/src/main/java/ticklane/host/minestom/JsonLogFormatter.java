package ticklane.host.minestom;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** One JSON object a line: time, level, logger, event, thread, and exc where there is one. */
final class JsonLogFormatter extends Formatter {
  private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();
  private static final Map<Level, String> LEVELS =
      Map.of(Level.SEVERE, "error", Level.WARNING, "warning", Level.INFO, "info");

  /** Sends everything that is logged to stderr in this form. */
  static void install() {
    Logger root = Logger.getLogger("");
    for (Handler handler : root.getHandlers()) {
      root.removeHandler(handler);
    }
    Handler stderr = new ConsoleHandler();
    stderr.setFormatter(new JsonLogFormatter());
    root.addHandler(stderr);
    root.setLevel(Level.INFO);
  }

  @Override
  public String format(LogRecord record) {
    JsonObject line = new JsonObject();
    line.addProperty("time", record.getInstant().toString());
    line.addProperty("level", LEVELS.getOrDefault(record.getLevel(), "debug"));
    line.addProperty("logger", record.getLoggerName());
    line.addProperty("event", formatMessage(record));
    line.addProperty("thread", Thread.currentThread().getName());
    if (record.getThrown() != null) {
      StringWriter trace = new StringWriter();
      record.getThrown().printStackTrace(new PrintWriter(trace));
      line.addProperty("exc", trace.toString());
    }
    return GSON.toJson(line) + "\n";
  }
}
