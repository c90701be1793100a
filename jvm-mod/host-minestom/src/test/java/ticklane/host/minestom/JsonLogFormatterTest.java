package ticklane.host.minestom;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

final class JsonLogFormatterTest {

  @Test
  void aRecordIsOneLineOfJson() {
    LogRecord record = new LogRecord(Level.WARNING, "two\nlines {0} \"q\"");
    record.setLoggerName("ticklane.x");
    record.setThrown(new IllegalStateException("boom"));
    String line = new JsonLogFormatter().format(record);
    assertThat(line).endsWith("\n").hasLineCount(1);
    JsonObject json = JsonParser.parseString(line).getAsJsonObject();
    assertThat(json.get("level").getAsString()).isEqualTo("warning");
    assertThat(json.get("logger").getAsString()).isEqualTo("ticklane.x");
    assertThat(json.get("event").getAsString()).startsWith("two\nlines");
    assertThat(json.get("exc").getAsString()).contains("IllegalStateException: boom");
    assertThat(json.get("time").getAsString()).endsWith("Z");
  }
}
