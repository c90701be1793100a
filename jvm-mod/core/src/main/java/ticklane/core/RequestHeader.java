package ticklane.core;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The small JSON object before a request's body, read with its types checked. */
final class RequestHeader {
  private final JsonObject fields;

  private RequestHeader(JsonObject fields) {
    this.fields = fields;
  }

  static RequestHeader parse(byte[] json) throws ControlException {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json)).toString();
      return new RequestHeader(StrictJson.object(text));
    } catch (CharacterCodingException | JsonParseException e) {
      throw new ControlException(
          ControlException.BAD_REQUEST, "header: not a JSON object: " + e.getMessage());
    }
  }

  private JsonPrimitive primitive(String key, String wanted) throws ControlException {
    JsonElement value = fields.get(key);
    if (value == null || value.isJsonNull()) {
      return null;
    }
    if (!value.isJsonPrimitive()) {
      throw wrong(key, wanted, value);
    }
    return value.getAsJsonPrimitive();
  }

  private static ControlException wrong(String key, String wanted, JsonElement value) {
    String got = value.toString();
    return new ControlException(
        ControlException.BAD_REQUEST,
        "'%s' must be %s, got %s"
            .formatted(key, wanted, got.length() > 80 ? got.substring(0, 80) + "…" : got));
  }

  String text(String key, String otherwise) throws ControlException {
    JsonPrimitive value = primitive(key, "a string");
    if (value == null) {
      return otherwise;
    }
    if (!value.isString()) {
      throw wrong(key, "a string", value);
    }
    return value.getAsString();
  }

  String required(String key) throws ControlException {
    String value = text(key, "");
    if (value.isEmpty()) {
      throw new ControlException(ControlException.BAD_REQUEST, "'" + key + "' is missing");
    }
    return value;
  }

  String oneOf(String key, String otherwise, List<String> allowed) throws ControlException {
    String value = text(key, otherwise);
    if (!allowed.contains(value)) {
      throw wrong(key, "one of " + String.join(" ", allowed), new JsonPrimitive(value));
    }
    return value;
  }

  double number(String key, double otherwise, double least, double most) throws ControlException {
    String wanted = "a number from " + plain(least) + " to " + plain(most);
    JsonPrimitive value = primitive(key, wanted);
    if (value == null) {
      return otherwise;
    }
    if (!value.isNumber()) {
      throw wrong(key, wanted, value);
    }
    double number = value.getAsDouble();
    if (!(number >= least && number <= most)) {
      throw wrong(key, wanted, value);
    }
    return number;
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
  }

  long whole(String key, long otherwise, long least, long most) throws ControlException {
    String wanted = "a whole number from " + least + " to " + most;
    JsonPrimitive value = primitive(key, wanted);
    if (value == null) {
      return otherwise;
    }
    try {
      long number = value.isNumber() ? value.getAsBigDecimal().longValueExact() : least - 1;
      if (value.isNumber() && number >= least && number <= most) {
        return number;
      }
    } catch (ArithmeticException | NumberFormatException e) {
      throw wrong(key, wanted, value);
    }
    throw wrong(key, wanted, value);
  }

  boolean flag(String key) throws ControlException {
    JsonPrimitive value = primitive(key, "true or false");
    if (value == null) {
      return false;
    }
    if (!value.isBoolean()) {
      throw wrong(key, "true or false", value);
    }
    return value.getAsBoolean();
  }

  List<String> strings(String key) throws ControlException {
    JsonElement value = fields.get(key);
    List<String> found = new ArrayList<>();
    if (value == null || value.isJsonNull()) {
      return found;
    }
    if (!value.isJsonArray()) {
      throw wrong(key, "a list of strings", value);
    }
    for (JsonElement item : value.getAsJsonArray()) {
      if (!item.isJsonPrimitive() || !item.getAsJsonPrimitive().isString()) {
        throw wrong(key, "a list of strings", value);
      }
      found.add(item.getAsString());
    }
    return found;
  }
}
