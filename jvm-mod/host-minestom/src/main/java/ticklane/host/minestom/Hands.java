package ticklane.host.minestom;

import java.util.Set;
import net.minestom.server.entity.Entity;
import net.minestom.server.entity.PlayerHand;
import net.minestom.server.event.Event;
import net.minestom.server.event.EventNode;
import net.minestom.server.event.entity.EntityAttackEvent;
import net.minestom.server.event.player.PlayerBlockInteractEvent;
import net.minestom.server.event.player.PlayerEntityInteractEvent;
import net.minestom.server.item.Material;
import ticklane.host.minestom.entity.Ignition;

/** What players do by hand to what explodes; done on the server thread. */
final class Hands {
  private static final Set<Material> LIGHTERS =
      Set.of(Material.FLINT_AND_STEEL, Material.FIRE_CHARGE);

  private final Game game;
  private final Ignition ignition;

  Hands(Game game) {
    this.game = game;
    ignition = new Ignition(game.population());
  }

  /** The events come on Minestom's threads; the handlers only hand over. */
  void listen(EventNode<Event> events) {
    events.addListener(
        PlayerBlockInteractEvent.class,
        event -> {
          if (event.getHand() == PlayerHand.MAIN) {
            var at = event.getBlockPosition();
            Material held = event.getPlayer().getItemInMainHand().material();
            game.hand(() -> used(at.blockX(), at.blockY(), at.blockZ(), held));
          }
        });
    events.addListener(
        PlayerEntityInteractEvent.class,
        event -> {
          Material held = event.getPlayer().getItemInMainHand().material();
          if (event.getHand() == PlayerHand.MAIN && LIGHTERS.contains(held)) {
            Entity target = event.getTarget();
            game.hand(() -> ignition.light(target));
          }
        });
    events.addListener(
        EntityAttackEvent.class,
        event -> {
          Entity target = event.getTarget();
          game.hand(() -> ignition.hit(target));
        });
  }

  private void used(int x, int y, int z, Material held) {
    if (LIGHTERS.contains(held)) {
      ignition.light(x, y, z);
    } else if (!held.equals(Material.GLOWSTONE)) {
      ignition.useAnchor(x, y, z);
    }
  }
}
