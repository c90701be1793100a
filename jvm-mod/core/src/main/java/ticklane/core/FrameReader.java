package ticklane.core;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds where Python code stands while C code holds the GIL and nobody can be asked. The process's
 * memory is read as a file: an address that isn't there is an error of the read, never a crash, and
 * what was changed meanwhile gives a wrong code address, which nobody knows. Any thread.
 */
final class FrameReader {
  private static final Logger LOG = LoggerFactory.getLogger(FrameReader.class);
  private static final Path MEMORY = Path.of("/proc/self/mem");
  private static final int MAX_FRAMES = 200;

  private final FileChannel memory;

  /**
   * The innermost frame whose code is known.
   *
   * @param code what the caller knows of it
   * @param offset bytes from its first instruction to the one it is at
   */
  record Found<T>(T code, int offset) {}

  private FrameReader(FileChannel memory) {
    this.memory = memory;
  }

  static FrameReader open() {
    try {
      return new FrameReader(FileChannel.open(MEMORY, StandardOpenOption.READ));
    } catch (IOException | RuntimeException e) {
      LOG.info("a script that is stuck is named without its line: {} can't be read", MEMORY);
      return new FrameReader(null);
    }
  }

  /**
   * Walks from the running frame outwards, at most {@value #MAX_FRAMES} frames.
   *
   * @param known gives what is known of the code object at an address, null when nothing is
   * @return null when no frame's code is known, or nothing can be read
   */
  <T> Found<T> find(FrameLayout layout, LongFunction<T> known) {
    if (memory == null || layout == null) {
      return null;
    }
    try {
      ByteBuffer bytes = ByteBuffer.allocate(layout.frameBytes()).order(ByteOrder.nativeOrder());
      long frame = word(bytes, layout.state() + layout.current());
      if (layout.inner() >= 0) {
        frame = word(bytes, frame + layout.inner());
      }
      for (int i = 0; frame != 0 && i < MAX_FRAMES; i++) {
        read(bytes, frame, layout.frameBytes());
        long address = bytes.getLong(layout.code());
        T code = known.apply(address);
        if (code != null) {
          long offset = bytes.getLong(layout.instruction()) - address - layout.codeStart();
          return new Found<>(code, (int) Math.max(-1, Math.min(Integer.MAX_VALUE, offset)));
        }
        frame = bytes.getLong(layout.previous());
      }
    } catch (IOException | IllegalArgumentException e) {
      // The frames were changed under us, or the interpreter is gone: there is no answer.
    }
    return null;
  }

  private long word(ByteBuffer bytes, long address) throws IOException {
    read(bytes, address, 8);
    return bytes.getLong(0);
  }

  private void read(ByteBuffer bytes, long address, int count) throws IOException {
    bytes.clear().limit(count);
    if (memory.read(bytes, address) != count) {
      throw new IOException("not mapped");
    }
  }
}
