package ticklane.stub;

import java.util.List;

/**
 * A version of the game that there is evidence about.
 *
 * @param name as the game calls itself
 * @param at its place in {@link #ALL}
 */
public record GameVersion(String name, int at) {
  private static final List<String> NAMES =
      List.of(
          "1.18.2", "1.20.6", "1.21.1", "1.21.3", "1.21.4", "1.21.5", "1.21.6", "1.21.8", "1.21.11",
          "26.1", "26.2");

  /** Oldest first. */
  public static final List<GameVersion> ALL = NAMES.stream().map(GameVersion::named).toList();

  private static final int JAVA_17 = 61;
  private static final int JAVA_21 = 65;
  private static final int JAVA_25 = 69;

  /**
   * The version of that name.
   *
   * @throws IllegalArgumentException there is none
   */
  public static GameVersion named(String name) {
    int at = NAMES.indexOf(name);
    if (at < 0) {
      throw new IllegalArgumentException("no version " + name + "; there are " + NAMES);
    }
    return new GameVersion(name, at);
  }

  /** The level its class files have. */
  public int classFile() {
    return at == 0 ? JAVA_17 : isObfuscated() ? JAVA_21 : JAVA_25;
  }

  /** The Java it needs. */
  public int java() {
    return classFile() - 44;
  }

  /** Whether the game is shipped under short names, so that Fabric runs it under intermediary. */
  public boolean isObfuscated() {
    return at < NAMES.indexOf("26.1");
  }

  /** The newest version at or before this one whose intermediary table could be read. */
  String proof() {
    return NAMES.get(Math.min(at, NAMES.indexOf("1.21.8")));
  }
}
