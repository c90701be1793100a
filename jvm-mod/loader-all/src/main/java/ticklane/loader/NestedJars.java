package ticklane.loader;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The jars inside ours: class loaders read files, so they are laid beside the game. */
final class NestedJars {
  private static final String FOLDER = "/ticklane/nested/";
  private static final String LIST = "jars.txt";

  private NestedJars() {}

  /**
   * Writes them into the folder, where they aren't there already.
   *
   * @param lib holds the jep of this machine's Python, whose jar isn't nested
   */
  static URL[] unpack(Path folder, Path lib) throws IOException {
    List<URL> urls = new ArrayList<>();
    Files.createDirectories(folder);
    for (String name : names()) {
      Path jar = folder.resolve(name);
      byte[] content = read(name);
      if (!Files.isRegularFile(jar) || !Arrays.equals(Files.readAllBytes(jar), content)) {
        Path fresh = folder.resolve(name + ".new");
        Files.write(fresh, content);
        Files.move(fresh, jar, StandardCopyOption.REPLACE_EXISTING);
      }
      urls.add(jar.toUri().toURL());
    }
    try (Stream<Path> jars = Files.list(lib)) {
      for (Path jar : jars.filter(NestedJars::isJep).toList()) {
        urls.add(jar.toUri().toURL());
      }
    }
    return urls.toArray(URL[]::new);
  }

  private static boolean isJep(Path jar) {
    String name = jar.getFileName().toString();
    return name.startsWith("jep-") && name.endsWith(".jar");
  }

  private static List<String> names() throws IOException {
    return new String(read(LIST), StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.isBlank())
        .toList();
  }

  private static byte[] read(String name) throws IOException {
    try (InputStream in = NestedJars.class.getResourceAsStream(FOLDER + name)) {
      if (in == null) {
        throw new IOException(
            "this jar holds no " + FOLDER.substring(1) + name + ": fetch it again");
      }
      return in.readAllBytes();
    }
  }
}
