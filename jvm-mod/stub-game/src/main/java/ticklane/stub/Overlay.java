package ticklane.stub;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.Type;

/**
 * What evidence doesn't tell: supertypes, access, behaviour, and what changed after it was
 * gathered. A line that matches nothing in a version it is for is an error. The words are explained
 * in the resource itself.
 */
final class Overlay {
  private record Line(int number, List<String> words, String body) {}

  private final List<Line> lines = new ArrayList<>();
  private final GameModel game;

  private Overlay(GameModel game) {
    this.game = game;
  }

  static void apply(GameModel game, List<String> text) {
    Overlay overlay = new Overlay(game);
    overlay.read(text);
    overlay.lines.forEach(overlay::declare);
    game.addEvidence();
    overlay.lines.forEach(overlay::apply);
  }

  private void read(List<String> text) {
    for (int i = 0; i < text.size(); i++) {
      String line = text.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      int colon = line.indexOf(" : ");
      String body = colon < 0 ? null : line.substring(colon + 3).strip();
      List<String> words =
          new ArrayList<>(List.of((colon < 0 ? line : line.substring(0, colon)).split("\\s+")));
      if (words.get(0).startsWith("@")) {
        if (!holds(words.remove(0).substring(1), i + 1)) {
          continue;
        }
      }
      lines.add(new Line(i + 1, words, body));
    }
  }

  /** Whether this version lies in a range "A..B", both ends included, either left out. */
  private boolean holds(String range, int number) {
    try {
      String[] ends = range.split("\\.\\.", -1);
      int from = ends[0].isEmpty() ? 0 : GameVersion.named(ends[0]).at();
      int to = ends[1].isEmpty() ? Integer.MAX_VALUE : GameVersion.named(ends[1]).at();
      return game.version.at() >= from && game.version.at() <= to;
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new IllegalStateException("overlay line " + number + ": no range " + range, e);
    }
  }

  private void declare(Line line) {
    List<String> words = line.words;
    switch (words.get(0)) {
      case "name" -> game.declare(words.get(2), words.get(1));
      case "class", "interface" -> game.declare(words.get(1));
      default -> {
        // Only those declare names.
      }
    }
  }

  private void apply(Line line) {
    try {
      apply(line.words, line.body);
    } catch (IllegalStateException | IndexOutOfBoundsException e) {
      throw new IllegalStateException(
          "overlay line %d, %s: %s: %s"
              .formatted(
                  line.number, game.version.name(), String.join(" ", line.words), e.getMessage()),
          e);
    }
  }

  private void apply(List<String> words, String body) {
    switch (words.get(0)) {
      case "name" -> {
        // Done before evidence was read.
      }
      case "class", "interface" -> type(words);
      case "constructor" -> game.type(words.get(1)).constructor = words.subList(2, words.size());
      case "field", "method" -> member(words, body);
      case "body" -> matching(words).forEach(m -> m.body = body);
      case "static" -> matching(words).forEach(m -> m.isStatic = true);
      case "private" -> matching(words).forEach(m -> m.access = "private");
      case "abstract" -> matching(words).forEach(m -> m.isAbstract = true);
      case "drop" -> {
        ClassModel type = game.type(words.get(1));
        matching(words).forEach(m -> type.members.remove(m.key()));
      }
      case "rename" -> {
        ClassModel type = game.type(words.get(1));
        for (ClassModel.Member m : matching(words)) {
          type.members.remove(m.key());
          type.add(m.renamed(words.get(3)));
        }
      }
      case "rename-class" -> {
        require(game.classes.containsKey(words.get(1)), "no class " + words.get(1));
        game.renamedClasses.put(words.get(1), words.get(2));
      }
      default -> throw new IllegalStateException("no such word");
    }
  }

  private void type(List<String> words) {
    ClassModel type = game.type(words.get(1));
    boolean isInterface = words.get(0).equals("interface");
    type.isInterface = isInterface;
    int next = 2;
    if (!isInterface) {
      type.superName = game.full(words.get(next++));
    }
    for (; next < words.size(); next++) {
      if (words.get(next).equals("abstract")) {
        type.isAbstract = true;
      } else {
        Arrays.stream(words.get(next).split(",")).map(game::full).forEach(type.interfaces::add);
      }
    }
  }

  private void member(List<String> words, String body) {
    ClassModel type = game.type(words.get(1));
    ClassModel.Member member =
        new ClassModel.Member(
            words.get(0).equals("field"), type.name, words.get(2), game.fullDesc(words.get(3)));
    member.body = body;
    for (String flag : words.subList(4, words.size())) {
      switch (flag) {
        case "static" -> member.isStatic = true;
        case "abstract" -> member.isAbstract = true;
        case "public", "protected", "private" -> member.access = flag;
        default -> throw new IllegalStateException("no flag " + flag);
      }
    }
    ClassModel.Member there = type.members.get(member.key());
    require(there == null, "evidence has it already: use body");
    type.add(member);
  }

  /**
   * The members meant by owner, name (or name and begin of the descriptor) and, if given, arity.
   */
  private List<ClassModel.Member> matching(List<String> words) {
    ClassModel type = game.classes.get(game.full(words.get(1)));
    require(type != null, "no such class");
    List<ClassModel.Member> found = type.named(game.fullMember(words.get(2)));
    if (words.get(0).equals("body") && words.size() > 3) {
      int arity = Integer.parseInt(words.get(3));
      found = found.stream().filter(m -> Type.getArgumentTypes(m.desc).length == arity).toList();
    }
    require(!found.isEmpty(), "it matches nothing");
    return found;
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(otherwise);
    }
  }
}
