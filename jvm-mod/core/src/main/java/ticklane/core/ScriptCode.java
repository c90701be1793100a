package ticklane.core;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The code objects of one script, by their addresses, so that a frame can be told without Python
 * (layout: docs/java-python.md). Kept as it came and read only once something is stuck.
 */
final class ScriptCode {
  private static final int MAX_LINE_CHARS = 200;

  private final byte[] packed;
  private String[] files = {};
  private String[] sources = {};
  private Map<Long, Code> codes;

  /** One code object: a module's body, a function, a class body, a comprehension. */
  private static final class Code {
    final String name;
    final int file;
    final int firstLine;
    final byte[] lines;

    Code(String name, int file, int firstLine, byte[] lines) {
      this.name = name;
      this.file = file;
      this.firstLine = firstLine;
      this.lines = lines;
    }
  }

  /**
   * A place in a script.
   *
   * @param fileIndex which of the script's files, 0 its own, -1 unknown
   * @param file name of a module beside the script, "" for the script's own file
   * @param line 0 when unknown
   * @param in the function's name
   * @param text the source line
   */
  record Place(int fileIndex, String file, int line, String in, String text) {}

  ScriptCode(byte[] packed) {
    this.packed = packed;
  }

  /** Whether that is the address of one of the script's code objects. */
  synchronized boolean has(long address) {
    return codes().containsKey(address);
  }

  /** The place of an instruction, so many bytes into the code object at {@code address}. */
  synchronized Place at(long address, int offset) {
    Code code = codes().get(address);
    if (code == null) {
      return null;
    }
    int line = LineTable.line(code.lines, code.firstLine, offset);
    boolean beside = code.file > 0 && code.file < files.length;
    return new Place(
        code.file, beside ? files[code.file] : "", line, code.name, text(code.file, line));
  }

  private String text(int file, int line) {
    if (file < 0 || file >= sources.length || line <= 0) {
      return "";
    }
    String source = sources[file];
    int from = 0;
    for (int skipped = 1; skipped < line; skipped++) {
      from = source.indexOf('\n', from) + 1;
      if (from == 0) {
        return "";
      }
    }
    int to = source.indexOf('\n', from);
    String text = source.substring(from, to < 0 ? source.length() : to).strip();
    return text.length() <= MAX_LINE_CHARS ? text : text.substring(0, MAX_LINE_CHARS);
  }

  private Map<Long, Code> codes() {
    if (codes == null) {
      codes = new HashMap<>();
      try {
        parse(ByteBuffer.wrap(packed).order(ByteOrder.nativeOrder()));
      } catch (BufferUnderflowException | IllegalArgumentException | NegativeArraySizeException e) {
        codes.clear();
      }
    }
    return codes;
  }

  private void parse(ByteBuffer in) {
    int n = in.getInt();
    String[] names = new String[Math.min(n, packed.length)];
    String[] texts = new String[names.length];
    for (int i = 0; i < names.length; i++) {
      names[i] = string(in);
      texts[i] = string(in);
    }
    files = names;
    sources = texts;
    for (int left = in.getInt(); left > 0; left--) {
      long address = in.getLong();
      int firstLine = in.getInt();
      int file = in.getInt();
      codes.put(address, new Code(string(in), file, firstLine, bytes(in)));
    }
  }

  private static byte[] bytes(ByteBuffer in) {
    int length = in.getInt();
    if (length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  private static String string(ByteBuffer in) {
    return new String(bytes(in), StandardCharsets.UTF_8);
  }
}
