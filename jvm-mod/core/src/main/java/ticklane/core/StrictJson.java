package ticklane.core;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.StringReader;

/** JSON as the standard has it: Gson by itself forgives missing quotes and trailing text. */
final class StrictJson {
  private StrictJson() {}

  /**
   * Parses one value.
   *
   * @throws JsonParseException when it isn't exactly one JSON value
   */
  static JsonElement parse(String text) {
    try (JsonReader reader = new JsonReader(new StringReader(text))) {
      reader.setStrictness(Strictness.STRICT);
      JsonElement value = JsonParser.parseReader(reader);
      if (reader.peek() != JsonToken.END_DOCUMENT) {
        throw new JsonParseException("text after the value");
      }
      return value;
    } catch (IOException e) {
      throw new JsonParseException(e.getMessage(), e);
    }
  }

  /**
   * Parses an object.
   *
   * @throws JsonParseException when it isn't exactly one JSON object
   */
  static JsonObject object(String text) {
    JsonElement value = parse(text);
    if (!value.isJsonObject()) {
      throw new JsonParseException("not a JSON object");
    }
    return value.getAsJsonObject();
  }
}
