package ticklane.core;

/**
 * Whose rights a lane's scripts have in this game.
 *
 * @param seat where this process stands
 * @param asPlayer the lane does only what its player could do by hand
 * @param cheats single player: whether the world allows cheats
 * @param operatorLevel the player's operator level, 0 to 4
 */
public record Authority(Seat seat, boolean asPlayer, boolean cheats, int operatorLevel) {

  /** Where a process stands towards the world. */
  public enum Seat {
    /** It is the server: whoever runs it may do anything. */
    SERVER,
    /** A client with a world of its own. */
    SINGLE_PLAYER,
    /** A client on somebody's server. */
    GUEST,
    /** A client in its menus: there is no world to cheat in. */
    NO_WORLD
  }

  /** A server's own: anything is allowed. */
  public static final Authority SERVER = new Authority(Seat.SERVER, false, true, 4);

  /** From this level on an operator runs commands that change the game for others. */
  private static final int CHEATS_LEVEL = 3;

  /** Whether the player could cheat here without Ticklane. */
  public boolean mayCheat() {
    return switch (seat) {
      case SERVER, NO_WORLD -> true;
      case SINGLE_PLAYER -> cheats || operatorLevel >= CHEATS_LEVEL;
      case GUEST -> operatorLevel >= CHEATS_LEVEL;
    };
  }

  /** Why it is refused, in one sentence; "" when it isn't. */
  public String refusal(Act act) {
    if (mayCheat() || (asPlayer && act != Act.CODE)) {
      return "";
    }
    String where =
        seat == Seat.SINGLE_PLAYER
            ? "this world has cheats off"
            : "on this server you are a player with operator level %d, not 3"
                .formatted(operatorLevel);
    return ("%s %s refused: %s. Allowed are player scripts (vantage = \"client\") and commands as"
            + " the player; everything else needs single player with cheats, operator level 3, or"
            + " a server of your own")
        .formatted(act.words, act == Act.SCRIPT || act == Act.CODE ? "is" : "are", where);
  }

  /** What is asked for. */
  public enum Act {
    SCRIPT("a server script"),
    CODE("code to be run at once"),
    COMMAND("commands to the server");

    private final String words;

    Act(String words) {
      this.words = words;
    }
  }
}
