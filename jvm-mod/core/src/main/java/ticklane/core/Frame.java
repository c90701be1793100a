package ticklane.core;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * One message of the control protocol: u32 length, u16 header length, header JSON, body; big
 * endian. The same both ways.
 */
final class Frame {
  private final byte[] header;
  private final byte[] body;

  /** Most bytes after the length field. */
  static final int MAX_BYTES = 16 << 20;

  /** The same before hello: a stranger gets no 16 MiB. */
  static final int MAX_BYTES_BEFORE_HELLO = 1 << 16;

  private Frame(byte[] header, byte[] body) {
    this.header = header;
    this.body = body;
  }

  byte[] header() {
    return header;
  }

  byte[] body() {
    return body;
  }

  /** A stream that can't be followed any further. */
  static final class BadFrameException extends IOException {
    private static final long serialVersionUID = 1L;

    BadFrameException(String message) {
      super(message);
    }
  }

  /**
   * Reads one frame.
   *
   * @return the frame, or null when the stream ended cleanly before one
   */
  static Frame read(InputStream in, int maxBytes) throws IOException {
    int first = in.read();
    if (first < 0) {
      return null;
    }
    DataInputStream data = new DataInputStream(in);
    try {
      long length =
          ((long) first << 24)
              | ((long) data.readUnsignedByte() << 16)
              | ((long) data.readUnsignedByte() << 8)
              | data.readUnsignedByte();
      if (length < 2 || length > maxBytes) {
        throw new BadFrameException("frame of " + length + " bytes; 2 to " + maxBytes + " allowed");
      }
      int header = data.readUnsignedShort();
      if (header > length - 2) {
        throw new BadFrameException("header of " + header + " bytes in a frame of " + length);
      }
      byte[] head = data.readNBytes(header);
      byte[] body = data.readNBytes((int) length - 2 - header);
      if (head.length < header || body.length < length - 2 - header) {
        throw new BadFrameException("stream ended inside a frame");
      }
      return new Frame(head, body);
    } catch (EOFException e) {
      throw new BadFrameException("stream ended inside a frame");
    }
  }

  static byte[] encode(String header, byte[] body) {
    byte[] head = header.getBytes(StandardCharsets.UTF_8);
    if (head.length > 0xffff) {
      throw new IllegalArgumentException("header of " + head.length + " bytes");
    }
    int length = 2 + head.length + body.length;
    byte[] frame = new byte[4 + length];
    ByteBuffer.wrap(frame).putInt(length).putShort((short) head.length).put(head).put(body);
    return frame;
  }
}
