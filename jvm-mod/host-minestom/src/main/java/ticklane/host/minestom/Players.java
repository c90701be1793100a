package ticklane.host.minestom;

import net.kyori.adventure.text.Component;
import net.kyori.adventure.text.format.NamedTextColor;
import net.minestom.server.coordinate.Pos;
import net.minestom.server.entity.GameMode;
import net.minestom.server.entity.Player;
import net.minestom.server.event.Event;
import net.minestom.server.event.EventNode;
import net.minestom.server.event.player.AsyncPlayerConfigurationEvent;
import net.minestom.server.event.player.PlayerChatEvent;
import net.minestom.server.event.player.PlayerCommandEvent;
import net.minestom.server.event.player.PlayerDisconnectEvent;
import net.minestom.server.event.player.PlayerSpawnEvent;
import ticklane.core.CommandResult;
import ticklane.core.EventKind;
import ticklane.host.minestom.command.CommandSource;
import ticklane.host.minestom.entity.Population;
import ticklane.host.minestom.world.WorldKind;

/**
 * Lets players in and hands what they do to the server thread. They have no rights: permission
 * level 0, survival mode.
 */
final class Players {
  private static final Pos SPAWN = new Pos(0, WorldKind.GROUND, 0);

  private final Game game;

  Players(Game game) {
    this.game = game;
  }

  /** The events come on Minestom's threads; the handlers only hand over. */
  void listen(EventNode<Event> events) {
    new Hands(game).listen(events);
    events.addListener(
        AsyncPlayerConfigurationEvent.class,
        event -> {
          event.setSpawningInstance(game.instance());
          event.getPlayer().setRespawnPoint(SPAWN);
        });
    events.addListener(
        PlayerSpawnEvent.class,
        event -> {
          if (event.isFirstSpawn()) {
            event.getPlayer().setGameMode(GameMode.SURVIVAL);
            game.hand(() -> joined(event.getPlayer()));
          }
        });
    events.addListener(
        PlayerDisconnectEvent.class, event -> game.hand(() -> left(event.getPlayer())));
    events.addListener(
        PlayerChatEvent.class,
        event -> game.hand(() -> said(event.getPlayer(), event.getRawMessage())));
    events.addListener(
        PlayerCommandEvent.class,
        event -> {
          // Minestom only declares our commands to clients; the parsing is ours.
          event.setCancelled(true);
          game.hand(() -> commanded(event.getPlayer(), event.getCommand()));
        });
  }

  /** Who hung up before the server thread came to it was never here. */
  private void joined(Player player) {
    if (!player.isOnline()) {
      return;
    }
    game.population().join(player);
    game.population().events().player(EventKind.PLAYER_JOIN, player, "");
  }

  private void left(Player player) {
    if (game.population().get(Population.idOf(player)) == null) {
      return;
    }
    game.population().events().player(EventKind.PLAYER_LEAVE, player, "");
    game.population().leave(player);
  }

  private void said(Player player, String message) {
    game.population().events().player(EventKind.CHAT, player, message);
  }

  private void commanded(Player player, String line) {
    CommandResult result = game.commands().run(CommandSource.of(player), line);
    if (!result.text.isEmpty()) {
      player.sendMessage(
          Component.text(result.text, result.ok ? NamedTextColor.WHITE : NamedTextColor.RED));
    }
  }
}
