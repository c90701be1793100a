package ticklane.host.minestom.entity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import net.minestom.server.entity.Entity;

/** Items by the cell they are in: an explosion leaves thousands, and each looks for its like. */
final class ItemGrid {
  private final Map<Long, List<ItemBody>> cells = new HashMap<>();

  private static long key(int x, int y, int z) {
    return ((long) x & 0x3FFFFFF) << 38 | ((long) z & 0x3FFFFFF) << 12 | ((long) y & 0xFFF);
  }

  private static int floor(double value) {
    return (int) Math.floor(value);
  }

  /** It came, or it may be in another cell than before. */
  void put(ItemBody item) {
    long key = key(floor(item.x), floor(item.y), floor(item.z));
    if (item.isListed && item.cell == key) {
      return;
    }
    remove(item);
    item.isListed = true;
    item.cell = key;
    cells.computeIfAbsent(key, any -> new ArrayList<>(2)).add(item);
  }

  void remove(ItemBody item) {
    if (!item.isListed) {
      return;
    }
    item.isListed = false;
    List<ItemBody> cell = cells.get(item.cell);
    cell.remove(item);
    if (cell.isEmpty()) {
      cells.remove(item.cell);
    }
  }

  /** The others in its cell and those around that pass, in spawn order: ids rise with it. */
  List<ItemBody> around(ItemBody item, Predicate<ItemBody> wanted) {
    List<ItemBody> found = new ArrayList<>();
    int x = floor(item.x);
    int y = floor(item.y);
    int z = floor(item.z);
    for (int i = 0; i < 27; i++) {
      List<ItemBody> cell = cells.get(key(x + i / 9 - 1, y + i / 3 % 3 - 1, z + i % 3 - 1));
      if (cell == null) {
        continue;
      }
      for (ItemBody other : cell) {
        if (!other.equals(item) && wanted.test(other)) {
          found.add(other);
        }
      }
    }
    found.sort(Comparator.comparingInt(Entity::getEntityId));
    return found;
  }
}
