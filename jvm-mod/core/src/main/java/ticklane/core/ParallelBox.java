package ticklane.core;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A page of memory that the game shares with one script's process and its keeper, for what nobody
 * may wait for. Layout: docs/parallel-process.md.
 */
final class ParallelBox {
  static final int BYTES = 4096;
  static final long RUN = 0;
  static final long PAUSE = 1;
  static final long KILL = 2;

  private static final int WANTED = 0;
  private static final int WAKE_AT = 8;
  private static final int COMMAND = 16;
  private static final int RESIDENT = 48;
  private static final int CPU_NANOS = 56;
  private static final int PROCESSES = 64;
  private static final int PAUSED = 72;
  private static final int PLACE = 128;
  private static final int VERDICT = 2048;
  private static final int ROOM = 1900;

  private final Path path;
  private final MappedByteBuffer page;

  ParallelBox(Path path) throws IOException {
    this.path = path;
    page = shared(path, BYTES);
    page.putLong(WANTED, Long.MIN_VALUE);
    page.putLong(WAKE_AT, Long.MAX_VALUE);
  }

  /**
   * A new file in memory, whose pages are there: a full disk is an error now, not a fault later.
   */
  static MappedByteBuffer shared(Path path, int bytes) throws IOException {
    Files.createFile(
        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try (FileChannel file =
        FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer zeros = ByteBuffer.allocate(Math.min(bytes, 1 << 18));
      for (long at = 0; at < bytes; at += zeros.capacity()) {
        zeros.clear().limit((int) Math.min(zeros.capacity(), bytes - at));
        while (zeros.hasRemaining()) {
          file.write(zeros);
        }
      }
      MappedByteBuffer map = file.map(FileChannel.MapMode.READ_WRITE, 0, bytes);
      map.order(ByteOrder.nativeOrder());
      return map;
    } catch (IOException e) {
      Files.deleteIfExists(path);
      throw e;
    }
  }

  Path path() {
    return path;
  }

  /** The file's name goes; who has it open keeps it. */
  void forgetName() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      // It lies in a folder of memory; the next game's start takes it away.
    }
  }

  /** The tick in which the script last wanted entities. */
  long wanted() {
    return page.getLong(WANTED);
  }

  /**
   * Whether it waits for a tick up to that one; from then on it doesn't, until it says so again.
   */
  boolean takeWake(long tick) {
    if (page.getLong(WAKE_AT) > tick) {
      return false;
    }
    page.putLong(WAKE_AT, Long.MAX_VALUE);
    return true;
  }

  void command(long command) {
    page.putLong(COMMAND, command);
  }

  /** Bytes in memory, of all its processes. */
  long resident() {
    return page.getLong(RESIDENT);
  }

  long cpuNanos() {
    return page.getLong(CPU_NANOS);
  }

  long processes() {
    return page.getLong(PROCESSES);
  }

  boolean paused() {
    return page.getLong(PAUSED) != 0;
  }

  /** Where the script was last seen: {@code line file code}; null when that isn't known. */
  JsonObject place() {
    return text(PLACE);
  }

  /** How it ended, as its keeper saw it; null when the keeper didn't tell. */
  JsonObject verdict() {
    return text(VERDICT);
  }

  private JsonObject text(int at) {
    int length = page.getInt(at);
    if (length <= 0 || length > ROOM) {
      return null;
    }
    byte[] bytes = new byte[length];
    page.get(at + 4, bytes);
    try {
      return StrictJson.object(new String(bytes, StandardCharsets.UTF_8));
    } catch (JsonParseException e) {
      return null;
    }
  }
}
