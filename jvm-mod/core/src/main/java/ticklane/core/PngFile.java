package ticklane.core;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * A picture as the bytes of a PNG file: 8 bits a colour, each row as what differs from the one
 * above, which flat colours make small.
 */
final class PngFile {
  private static final byte[] BEGIN = {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10};
  private static final int UP = 2;
  private static final int LEVEL = 4;

  private PngFile() {}

  static byte[] of(byte[] rgb, int width, int height) {
    int row = 3 * width;
    byte[] lines = new byte[(row + 1) * height];
    for (int y = 0; y < height; y++) {
      int to = y * (row + 1);
      int from = y * row;
      lines[to++] = UP;
      for (int i = 0; i < row; i++) {
        int above = y == 0 ? 0 : rgb[from - row + i];
        lines[to + i] = (byte) (rgb[from + i] - above);
      }
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(1 << 16);
    out.writeBytes(BEGIN);
    byte[] head = new byte[13];
    ByteBuffer.wrap(head).putInt(width).putInt(height).put((byte) 8).put((byte) 2);
    chunk(out, "IHDR", head, head.length);
    byte[] packed = new byte[lines.length + 1024];
    Deflater deflater = new Deflater(LEVEL);
    try {
      deflater.setInput(lines);
      deflater.finish();
      int length = 0;
      while (!deflater.finished()) {
        length += deflater.deflate(packed, length, packed.length - length);
        if (length == packed.length) {
          packed = Arrays.copyOf(packed, 2 * packed.length);
        }
      }
      chunk(out, "IDAT", packed, length);
    } finally {
      deflater.end();
    }
    chunk(out, "IEND", new byte[0], 0);
    return out.toByteArray();
  }

  private static void chunk(ByteArrayOutputStream out, String type, byte[] data, int length) {
    byte[] name = type.getBytes(StandardCharsets.US_ASCII);
    CRC32 sum = new CRC32();
    sum.update(name);
    sum.update(data, 0, length);
    out.writeBytes(ByteBuffer.allocate(4).putInt(length).array());
    out.writeBytes(name);
    out.write(data, 0, length);
    out.writeBytes(ByteBuffer.allocate(4).putInt((int) sum.getValue()).array());
  }
}
