package ticklane.host.minecraft;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What is found out about the running game at its first tick, on either side. */
final class GameSide {
  private final HomeFiles home;
  private final Supplier<Map<String, String>> woven;
  private final List<String> problems = new ArrayList<>();
  private final NameSpace space;
  private final GameFacts facts;
  private final Names names;

  /**
   * Looks at the game that this object is of.
   *
   * @param side "server" or "client", for the report
   */
  GameSide(HomeFiles home, Supplier<Map<String, String>> woven, Object game, String side) {
    this.home = home;
    this.woven = woven;
    ClassLoader loader = game.getClass().getClassLoader();
    space = NameSpace.of(loader);
    facts = GameFacts.of(loader, side);
    names = Names.resolve(loader, mappings(loader), NamesTable.read());
  }

  private Mappings mappings(ClassLoader loader) {
    try {
      return switch (space) {
        case INTERMEDIARY -> Mappings.intermediary();
        case SRG -> Mappings.forge(home.libraries());
        case SPIGOT -> Mappings.spigot(loader);
        case MOJANG, UNKNOWN -> Mappings.NONE;
      };
    } catch (IOException e) {
      problems.add("no table of the game's names: " + e.getMessage());
      return Mappings.NONE;
    }
  }

  Names names() {
    return names;
  }

  GameFacts facts() {
    return facts;
  }

  void problem(String text) {
    problems.add(text);
  }

  /** Writes the self-check and says in one line how it came out. */
  void report() {
    SelfCheck check = new SelfCheck(facts, space, woven.get(), names, List.copyOf(problems));
    System.err.println(check.summary());
    problems.forEach(problem -> System.err.println("[ticklane] " + problem));
    try {
      check.write(home.folder());
    } catch (IOException e) {
      System.err.println("[ticklane] the self-check can't be written: " + e);
    }
  }
}
