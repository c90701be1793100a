package ticklane.stub;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The facts: which members the game has under which names in which versions. */
final class Evidence {

  /**
   * One member.
   *
   * @param desc in intermediary names
   * @param versions empty when the name isn't obfuscated
   */
  record Fact(
      boolean isField,
      String owner,
      String name,
      String runtimeOwner,
      String runtimeName,
      String desc,
      Set<String> versions) {
    boolean holdsIn(GameVersion version) {
      return versions.isEmpty() || versions.contains(version.proof());
    }
  }

  /** Mojang class name to intermediary, both with slashes. */
  final Map<String, String> classes = new LinkedHashMap<>();

  final List<Fact> members = new ArrayList<>();

  static Evidence read() {
    Evidence evidence = new Evidence();
    for (String line : lines("evidence.tsv")) {
      if (!line.startsWith("#")) {
        evidence.add(line.split("\t", -1));
      }
    }
    return evidence;
  }

  private void add(String[] cells) {
    if (cells[0].equals("CLASS")) {
      classes.put(cells[1], cells[2]);
      return;
    }
    String[] named = cells[1].split("#", -1);
    String[] runtime = cells[2].split("#", -1);
    Set<String> versions = cells[4].isEmpty() ? Set.of() : Set.of(cells[4].split(",", -1));
    members.add(
        new Fact(
            cells[0].equals("FIELD"),
            named[0],
            named[1],
            runtime[0],
            runtime[1],
            cells[3],
            versions));
  }

  /** The lines of a resource beside this class. */
  static List<String> lines(String name) {
    try (InputStream in = Evidence.class.getResourceAsStream(name);
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    } catch (IOException e) {
      throw new IllegalStateException(name + " can't be read", e);
    }
  }
}
