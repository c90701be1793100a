package ticklane.host.minestom.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import net.minestom.server.entity.EntityType;
import ticklane.core.EntityColumns;
import ticklane.host.minestom.picture.Figure;

/**
 * Everything that moves, as one client saw it at one moment: what a frame shows.
 *
 * @param tick the game tick it had come to
 * @param partial how far between that tick's state and the one before, 1 at the tick itself
 * @param own its own player
 * @param eyes height of that player's eyes
 * @param names who the players are
 */
record Scene(
    long tick, double partial, List<Still> all, Still own, double eyes, Map<UUID, String> names) {

  void fill(EntityColumns columns) {
    columns.begin(all.size());
    for (int row = 0; row < all.size(); row++) {
      all.get(row).fill(columns, row);
    }
  }

  /** What a picture shows of them; {@code without} is left out, -1 for nobody. */
  List<Figure> figures(int without) {
    List<Figure> figures = new ArrayList<>();
    for (Still one : all) {
      if (one.id() == without) {
        continue;
      }
      boolean lives = !Double.isNaN(one.health()) || one.type().id() == EntityType.PLAYER.id();
      figures.add(
          new Figure(
              one.id(),
              names.getOrDefault(one.uuid(), one.type().key().value()),
              one.x(),
              one.y(),
              one.z(),
              one.width(),
              one.height(),
              lives ? one.yaw() : Double.NaN,
              one.type().registry().eyeHeight(),
              colour(one),
              one.type().id() == EntityType.TNT.id() ? -1 : one.block()));
    }
    return figures;
  }

  private static int colour(Still one) {
    if (one.type().id() == EntityType.TNT.id()) {
      return one.fuse() / 5 % 2 == 0 ? 0xDB3A2B : 0xF5F5F5; // it blinks
    }
    // A colour of its own for each type, away from grey.
    int hash = one.type().id() * 0x9E3779B1;
    return 0x404040 | (hash >>> 8 & 0xBFBFBF);
  }
}
