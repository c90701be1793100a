package ticklane.host.minestom.command;

import net.minestom.server.coordinate.Pos;
import net.minestom.server.entity.Player;
import ticklane.host.minestom.world.WorldKind;

/**
 * Who gives a command: what ~ is relative to, and what is allowed.
 *
 * @param player null for the lane
 * @param level permission level, 0 to 4
 */
public record CommandSource(String name, Player player, int level) {
  /** A script's lane: level 4, standing at the world's spawn. */
  public static final CommandSource LANE = new CommandSource("Server", null, 4);

  private static final Pos SPAWN = new Pos(0, WorldKind.GROUND, 0);

  public static CommandSource of(Player player) {
    return new CommandSource(player.getUsername(), player, player.getPermissionLevel());
  }

  Pos position() {
    return player == null ? SPAWN : player.getPosition();
  }
}
