package ticklane.host.minecraft;

import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import ticklane.core.EventKind;
import ticklane.core.EventQueue;
import ticklane.core.PlayerInfo;
import ticklane.host.minecraft.EntityHandles.Of;

/**
 * Tells of entities and players that have come or gone, by looking at who is there after each tick:
 * what comes and goes within one isn't seen, and nothing is known of why. The lane's thread.
 */
final class Arrivals {
  private static final int UNKNOWN_CAUSE = 0;

  /** Where an entity was when it was last looked at. */
  private static final class Seen {
    int type;
    int age;
    long look;
    final double[] at = new double[3];
    final double[] motion = new double[3];
  }

  private final NameCodes codes;
  private final Map<Integer, Seen> entities = new HashMap<>();
  private final Map<Integer, String> players = new TreeMap<>();
  private EventQueue queue;
  private boolean knowsEntities;
  private boolean knowsPlayers;
  private long looks;

  Arrivals(NameCodes codes) {
    this.codes = codes;
  }

  /** From now on that queue is told of what it wants; returns whether a look has to come first. */
  boolean tell(EventQueue to) {
    queue = to;
    if (!wantsEntities()) {
      entities.clear();
      knowsEntities = false;
    }
    if (!wantsPlayers()) {
      players.clear();
      knowsPlayers = false;
    }
    return (wantsEntities() && !knowsEntities) || (wantsPlayers() && !knowsPlayers);
  }

  boolean wantsEntities() {
    return queue != null
        && (queue.wants(EventKind.ENTITY_SPAWN) || queue.wants(EventKind.ENTITY_REMOVE));
  }

  boolean wantsPlayers() {
    return queue != null
        && (queue.wants(EventKind.PLAYER_JOIN) || queue.wants(EventKind.PLAYER_LEAVE));
  }

  /** Compares who is there with who was. */
  void lookAtEntities(Iterable<?> loaded) throws Throwable {
    looks++;
    for (Object entity : loaded) {
      int id = (int) Of.ID.invokeExact(entity);
      Seen seen = entities.get(id);
      boolean isNew = seen == null;
      if (isNew) {
        seen = new Seen();
        seen.type = codes.typeCode((Object) Of.TYPE.invokeExact(entity));
        entities.put(id, seen);
      }
      read(entity, seen);
      if (isNew && knowsEntities) {
        queue.put(
            EventKind.ENTITY_SPAWN, id, seen.type, 0, 0, 0, seen.at[0], seen.at[1], seen.at[2]);
      }
    }
    for (Iterator<Map.Entry<Integer, Seen>> all = entities.entrySet().iterator(); all.hasNext(); ) {
      Map.Entry<Integer, Seen> entry = all.next();
      if (entry.getValue().look != looks) {
        gone(entry.getKey(), entry.getValue());
        all.remove();
      }
    }
    knowsEntities = true;
  }

  private void read(Object entity, Seen seen) throws Throwable {
    Object at = (Object) Of.POSITION.invokeExact(entity);
    Object motion = (Object) Of.VELOCITY.invokeExact(entity);
    seen.look = looks;
    seen.age = (int) Of.AGE.invokeExact(entity);
    seen.at[0] = (double) Of.X.invokeExact(at);
    seen.at[1] = (double) Of.Y.invokeExact(at);
    seen.at[2] = (double) Of.Z.invokeExact(at);
    seen.motion[0] = (double) Of.X.invokeExact(motion);
    seen.motion[1] = (double) Of.Y.invokeExact(motion);
    seen.motion[2] = (double) Of.Z.invokeExact(motion);
  }

  private void gone(int id, Seen seen) {
    queue.put(
        EventKind.ENTITY_REMOVE,
        id,
        seen.type,
        seen.age,
        -1,
        UNKNOWN_CAUSE,
        seen.at[0],
        seen.at[1],
        seen.at[2],
        seen.motion[0],
        seen.motion[1],
        seen.motion[2],
        0,
        0,
        0,
        0);
  }

  /** The same for players. */
  void lookAtPlayers(List<PlayerInfo> online) {
    Map<Integer, String> now = new TreeMap<>();
    online.forEach(player -> now.put(player.id(), player.name()));
    if (knowsPlayers) {
      players.forEach((id, name) -> told(EventKind.PLAYER_LEAVE, id, name, now.containsKey(id)));
      now.forEach((id, name) -> told(EventKind.PLAYER_JOIN, id, name, players.containsKey(id)));
    }
    players.clear();
    players.putAll(now);
    knowsPlayers = true;
  }

  private void told(EventKind kind, int id, String name, boolean known) {
    if (!known) {
      queue.putText(kind, id, -1, 0, 0, 0, name, "");
    }
  }
}
