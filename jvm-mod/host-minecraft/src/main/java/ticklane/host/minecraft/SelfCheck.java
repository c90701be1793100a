package ticklane.host.minecraft;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What works in this game and what doesn't, for people to read and to paste into a bug report; and
 * nothing that is anybody's secret.
 */
record SelfCheck(
    GameFacts facts,
    NameSpace space,
    Map<String, String> woven,
    Names names,
    List<String> problems) {

  private static final List<String> HOOKS =
      List.of("serverTick", "childrenTick", "serverStop", "clientTick", "frame");

  String text() {
    StringBuilder out = new StringBuilder();
    line(out, "Ticklane self-check");
    facts.lines().forEach((what, value) -> line(out, "  %-10s %s".formatted(what, value)));
    line(out, "  %-10s %s".formatted("names", space));
    line(out, "hooks");
    for (String hook : HOOKS) {
      line(out, "  %-12s %s".formatted(hook, woven.getOrDefault(hook, "not met yet")));
    }
    if (names != null) {
      Set<String> off = names.off();
      Set<String> on = new TreeSet<>(names.features());
      on.removeAll(off);
      line(out, "features");
      line(out, "  on   " + String.join(", ", on));
      line(out, "  off  " + (off.isEmpty() ? "none" : String.join(", ", off)));
      List<Names.Found> missing = names.missing();
      line(
          out,
          "members: %d of %d found"
              .formatted(names.found().size() - missing.size(), names.found().size()));
      for (Names.Found row : missing) {
        line(
            out,
            "  missing %s (%s): %s".formatted(row.row().id(), row.row().feature(), row.problem()));
      }
    }
    line(out, problems.isEmpty() ? "problems: none" : "problems");
    problems.forEach(problem -> line(out, "  " + problem));
    return out.toString();
  }

  private static void line(StringBuilder out, String text) {
    out.append(text.stripTrailing()).append('\n');
  }

  /** One line for the game's log. */
  String summary() {
    Set<String> off = names == null ? Set.of("everything") : names.off();
    String state =
        off.isEmpty()
            ? "everything works"
            : "off: " + off.stream().collect(Collectors.joining(", "));
    return "[ticklane] Minecraft %s, %s names; %s"
        .formatted(facts.lines().getOrDefault("game", "unknown"), space, state);
  }

  /** Writes it beside what scripts record. */
  void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    Path fresh = folder.resolve("selfcheck.txt.new");
    Files.writeString(fresh, text());
    Files.move(fresh, folder.resolve("selfcheck.txt"), StandardCopyOption.REPLACE_EXISTING);
  }
}
