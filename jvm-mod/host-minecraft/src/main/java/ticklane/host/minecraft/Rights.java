package ticklane.host.minecraft;

import java.lang.invoke.MethodHandle;
import java.util.List;
import ticklane.core.Authority;

/**
 * Whether scripts of a server's lane may do anything: always on a dedicated server; in a client's
 * own world only while its owner may cheat there, which the game itself answers as "is an
 * operator". What a version doesn't tell counts as not allowed.
 */
final class Rights {
  /** Of a dedicated server's class, in Mojang's names and in intermediary. */
  private static final List<String> DEDICATED = List.of("DedicatedServer", "class_3176");

  private final Object server;
  private final boolean dedicated;
  private final MethodHandle playerList;
  private final MethodHandle players;
  private final MethodHandle identity;
  private final MethodHandle isOp;
  private Authority last = singlePlayer(false);

  Rights(Object server, Names names) {
    this.server = server;
    MethodHandle asked = names.handle("server.dedicated");
    dedicated = asked == null ? isDedicatedByName(server) : (boolean) Calls.call(asked, server);
    playerList = names.handle("server.playerList");
    players = names.handle("playerList.players");
    identity = names.handle("player.identity");
    isOp = names.handle("playerList.isOp");
  }

  private static boolean isDedicatedByName(Object server) {
    for (Class<?> type = server.getClass(); type != null; type = type.getSuperclass()) {
      if (DEDICATED.contains(type.getSimpleName())) {
        return true;
      }
    }
    return false;
  }

  private static Authority singlePlayer(boolean cheats) {
    return new Authority(Authority.Seat.SINGLE_PLAYER, false, cheats, 0);
  }

  /** The same object as long as nothing has changed. The server's thread. */
  Authority authority() {
    if (dedicated) {
      return Authority.SERVER;
    }
    boolean cheats = ownerMayCheat();
    if (cheats != last.cheats()) {
      last = singlePlayer(cheats);
    }
    return last;
  }

  /** The owner is the first to join; whoever comes by LAN comes after. */
  private boolean ownerMayCheat() {
    if (playerList == null || players == null || identity == null || isOp == null) {
      return false;
    }
    Object list = Calls.call(playerList, server);
    List<?> joined = list == null ? List.of() : (List<?>) Calls.call(players, list);
    return !joined.isEmpty()
        && (boolean) Calls.call(isOp, list, Calls.call(identity, joined.get(0)));
  }
}
