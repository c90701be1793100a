package ticklane.core;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code mc-agent/endpoint.json}: how clients find this game. It holds the token, so only the user
 * can read it from its first byte on, and it is replaced as a whole.
 */
final class EndpointFile {
  private static final Logger LOG = LoggerFactory.getLogger(EndpointFile.class);

  private final Path file;
  private final long pid = ProcessHandle.current().pid();
  private JsonObject last; // what was written, null before
  private boolean removed;
  private boolean complained;

  EndpointFile(Path folder) {
    file = folder.resolve("endpoint.json");
  }

  Path path() {
    return file;
  }

  private static FileAttribute<?>[] ownerOnly() {
    boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    // Elsewhere (Windows) the user's own folder is what keeps others out.
    return posix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  synchronized void write(JsonObject endpoint) throws IOException {
    if (removed) {
      return;
    }
    last = endpoint;
    Files.createDirectories(file.getParent());
    Path fresh = file.resolveSibling("endpoint.json." + pid + ".tmp");
    Files.deleteIfExists(fresh);
    try {
      try (FileChannel out =
          FileChannel.open(
              fresh,
              Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              ownerOnly())) {
        ByteBuffer text = ByteBuffer.wrap((endpoint + "\n").getBytes(StandardCharsets.UTF_8));
        while (text.hasRemaining()) {
          out.write(text);
        }
      }
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  /** Writes it again when somebody has deleted it: nobody else would find the game. */
  synchronized void restore() {
    if (removed || last == null || Files.exists(file)) {
      return;
    }
    try {
      write(last);
      LOG.warn("{} was gone; written again", file);
      complained = false;
    } catch (IOException e) {
      if (!complained) {
        LOG.error("{} is gone and could not be written again: {}", file, e.toString());
      }
      complained = true;
    }
  }

  /** Another game may have been started in the same folder since. */
  private boolean isOurs() throws IOException {
    if (!Files.exists(file)) {
      return false;
    }
    try {
      JsonElement owner = StrictJson.object(Files.readString(file).strip()).get("pid");
      return owner == null || owner.getAsLong() == pid;
    } catch (JsonParseException | NumberFormatException e) {
      return true; // no endpoint at all: whoever left it, it only misleads
    }
  }

  synchronized void remove() {
    removed = true;
    try {
      if (isOurs()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      LOG.warn("{} could not be removed; clients see by its pid that it is stale: {}", file, e);
    }
  }
}
