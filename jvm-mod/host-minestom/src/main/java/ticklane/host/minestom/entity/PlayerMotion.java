package ticklane.host.minestom.entity;

import java.util.HashMap;
import java.util.Map;
import net.minestom.server.coordinate.Pos;
import net.minestom.server.entity.Player;
import ticklane.host.minestom.physics.LivingMotion;
import ticklane.host.minestom.world.BlockStore;
import ticklane.host.minestom.world.BlockTable;

/**
 * What a server makes of its players' motion: a client moves its player and tells only the place,
 * so the velocity is what the way of the last tick leaves of itself, by the same order as for all
 * that lives: the move, gravity 0.08, drag. Who rests on the ground has -0.0784, as in the game.
 */
final class PlayerMotion {
  private static final class Last {
    Pos at;
    boolean onGround;
    final double[] velocity = new double[3];
  }

  private final Map<Player, Last> last = new HashMap<>();
  private final BlockStore blocks;
  private final BlockTable table;

  PlayerMotion(BlockStore blocks, BlockTable table) {
    this.blocks = blocks;
    this.table = table;
  }

  /** After the connections' turn in a tick. */
  void observe(Iterable<Player> players) {
    for (Player player : players) {
      Pos now = player.getPosition();
      Last before = last.get(player);
      if (before == null) {
        before = new Last();
        last.put(player, before);
        before.at = now;
      }
      double slip =
          before.onGround
              ? table.frictionBelow(blocks, before.at.x(), before.at.y(), before.at.z())
                  * LivingMotion.DRAG_XZ
              : LivingMotion.DRAG_XZ;
      before.velocity[0] = (now.x() - before.at.x()) * slip;
      before.velocity[1] =
          player.isFlying()
              ? now.y() - before.at.y()
              : (now.y() - before.at.y() - LivingMotion.GRAVITY) * LivingMotion.DRAG_Y;
      before.velocity[2] = (now.z() - before.at.z()) * slip;
      before.at = now;
      before.onGround = player.isOnGround();
    }
  }

  /** Blocks per tick; not to be changed. */
  double[] velocity(Player player) {
    Last known = last.get(player);
    return known == null ? new double[3] : known.velocity;
  }

  void forget(Player player) {
    last.remove(player);
  }
}
