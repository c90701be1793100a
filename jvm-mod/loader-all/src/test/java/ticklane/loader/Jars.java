package ticklane.loader;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** Jars as maps of names to bytes. */
final class Jars {
  private Jars() {}

  static Map<String, byte[]> read(Path jar) throws IOException {
    try (InputStream in = Files.newInputStream(jar)) {
      return read(in);
    }
  }

  static Map<String, byte[]> read(InputStream in) throws IOException {
    Map<String, byte[]> found = new LinkedHashMap<>();
    ZipInputStream zip = new ZipInputStream(in);
    for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
      if (!entry.isDirectory()) {
        found.put(entry.getName(), zip.readAllBytes());
      }
    }
    return found;
  }

  static void write(Path jar, Map<String, byte[]> content) throws IOException {
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (Map.Entry<String, byte[]> entry : content.entrySet()) {
        out.putNextEntry(new ZipEntry(entry.getKey()));
        out.write(entry.getValue());
        out.closeEntry();
      }
    }
  }

  /** The test classes of a package, as a jar's content. */
  static Map<String, byte[]> testClasses(String... folders) throws IOException {
    Path root;
    try {
      root = Path.of(Jars.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (java.net.URISyntaxException e) {
      throw new IOException(e);
    }
    Map<String, byte[]> found = new LinkedHashMap<>();
    for (String folder : folders) {
      try (Stream<Path> files = Files.list(root.resolve(folder))) {
        files.forEach(file -> found.put(folder + "/" + file.getFileName(), bytes(file)));
      }
    }
    return found;
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String text(Map<String, byte[]> jar, String name) {
    return new String(jar.get(name), StandardCharsets.UTF_8);
  }
}
