package ticklane.host.minecraft;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import ticklane.core.EntityColumns;
import ticklane.host.minecraft.EntityHandles.Of;

/** Fills the entity columns from the game's objects. The lane's thread. */
final class EntityFill {
  private final NameCodes codes;
  private final List<Object> entities = new ArrayList<>();

  EntityFill(NameCodes codes) {
    this.codes = codes;
  }

  /** All of these, in their order. */
  void fill(Iterable<?> loaded, EntityColumns columns) throws Throwable {
    entities.clear();
    loaded.forEach(entities::add);
    int n = entities.size();
    columns.begin(n);
    for (int row = 0; row < n; row++) {
      fill(row, entities.get(row), columns);
    }
    entities.clear();
  }

  private void fill(int row, Object entity, EntityColumns columns) throws Throwable {
    Object at = (Object) Of.POSITION.invokeExact(entity);
    Object v = (Object) Of.VELOCITY.invokeExact(entity);
    columns.motion(
        row,
        (double) Of.X.invokeExact(at),
        (double) Of.Y.invokeExact(at),
        (double) Of.Z.invokeExact(at),
        (double) Of.X.invokeExact(v),
        (double) Of.Y.invokeExact(v),
        (double) Of.Z.invokeExact(v),
        (float) Of.YAW.invokeExact(entity),
        (float) Of.PITCH.invokeExact(entity));
    box(row, (Object) Of.BOX.invokeExact(entity), columns);
    Object uuid = (Object) Of.UUID.invokeExact(entity);
    UUID known = uuid instanceof UUID given ? given : UUID.fromString(String.valueOf(uuid));
    columns.identity(
        row,
        (int) Of.ID.invokeExact(entity),
        (int) Of.AGE.invokeExact(entity),
        known.getMostSignificantBits(),
        known.getLeastSignificantBits(),
        codes.typeCode((Object) Of.TYPE.invokeExact(entity)),
        Of.HAS_TAGS ? tags((Object) Of.TAGS.invokeExact(entity)) : 0);
    columns.state(
        row,
        Of.HAS_HEALTH && Of.LIVING.isInstance(entity)
            ? (float) Of.HEALTH.invokeExact(entity)
            : Double.NaN,
        -1,
        -1,
        -1,
        -1,
        (boolean) Of.ON_GROUND.invokeExact(entity));
  }

  private static void box(int row, Object box, EntityColumns columns) throws Throwable {
    double minX = (double) Of.MIN_X.invokeExact(box);
    double minY = (double) Of.MIN_Y.invokeExact(box);
    double minZ = (double) Of.MIN_Z.invokeExact(box);
    double maxX = (double) Of.MAX_X.invokeExact(box);
    double maxY = (double) Of.MAX_Y.invokeExact(box);
    double maxZ = (double) Of.MAX_Z.invokeExact(box);
    columns.box(row, minX, minY, minZ, maxX, maxY, maxZ, maxX - minX, maxY - minY);
  }

  private int tags(Object tags) {
    if (!(tags instanceof Set<?> set) || set.isEmpty()) {
      return 0;
    }
    TreeSet<String> sorted = new TreeSet<>();
    set.forEach(tag -> sorted.add(String.valueOf(tag)));
    return codes.tagCode(sorted);
  }
}
