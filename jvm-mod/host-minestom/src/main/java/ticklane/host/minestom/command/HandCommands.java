package ticklane.host.minestom.command;

import java.util.List;
import net.minestom.server.entity.Player;
import net.minestom.server.item.ItemStack;
import net.minestom.server.item.Material;
import ticklane.core.CommandResult;
import ticklane.host.minestom.Game;
import ticklane.host.minestom.Names;
import ticklane.host.minestom.entity.Population;

/** give: what players have in their hands. */
final class HandCommands {
  /** As many as a command gives at once. */
  private static final int MOST = 6_400;

  private final Population population;

  HandCommands(Game game) {
    population = game.population();
  }

  List<Verb> verbs() {
    return List.of(new Verb("give", 2, "<targets> <item> [<count>]", this::give));
  }

  private CommandResult give(CommandSource source, Words words) {
    String who = words.next("the targets");
    String name = words.next("the item");
    int count = words.hasNext() ? (int) words.whole("the count", 1, MOST) : 1;
    words.end();
    Material material = Names.itemOrThrow(name);
    List<Player> players =
        Selector.select(who, source, population).stream()
            .filter(Player.class::isInstance)
            .map(Player.class::cast)
            .toList();
    if (players.isEmpty()) {
      throw CommandFailure.failed("No player was found for " + who);
    }
    for (Player player : players) {
      for (int left = count; left > 0; left -= material.maxStackSize()) {
        player
            .getInventory()
            .addItemStack(ItemStack.of(material, Math.min(left, material.maxStackSize())));
      }
    }
    return Verb.done(
        players.size(),
        "Gave %d %s to %s"
            .formatted(
                count,
                material.name(),
                players.size() == 1 ? players.get(0).getUsername() : players.size() + " players"));
  }
}
