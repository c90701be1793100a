package ticklane.stub;

/** Whose names the game's classes and members wear. */
public enum Namespace {
  /** NeoForge and Forge from 1.20.6 on, Paper from 1.20.5 on, everything from 26.1 on. */
  MOJANG,

  /** Fabric up to 1.21.11. */
  INTERMEDIARY,

  /** Forge 1.18.2: Mojang's classes with members of their own. */
  SRG;

  /** Whether a game of that version was ever run under these names. */
  public boolean existsFor(GameVersion version) {
    return switch (this) {
      case MOJANG -> true;
      case INTERMEDIARY -> version.isObfuscated();
      case SRG -> version.at() == 0;
    };
  }
}
