package ticklane.host.minestom.entity;

import net.minestom.server.coordinate.Pos;
import net.minestom.server.entity.Entity;
import net.minestom.server.entity.Player;
import ticklane.core.EventKind;
import ticklane.core.EventQueue;

/** Writes what happens in the world as rows of the lane's event queue, once there is one. */
public final class WorldEvents {
  private EventQueue queue;

  public void attach(EventQueue queue) {
    this.queue = queue;
  }

  public boolean wants(EventKind kind) {
    return queue != null && queue.wants(kind);
  }

  void spawned(Entity entity) {
    if (wants(EventKind.ENTITY_SPAWN)) {
      double[] at = position(entity);
      queue.put(
          EventKind.ENTITY_SPAWN,
          Population.idOf(entity),
          entity.getEntityType().id(),
          0,
          0,
          0,
          at[0],
          at[1],
          at[2]);
    }
  }

  void removed(Entity entity, Cause cause, int into) {
    if (wants(EventKind.ENTITY_REMOVE)) {
      double[] at = position(entity);
      double[] v = velocity(entity);
      long age = entity instanceof Body body ? body.age() : entity.getAliveTicks();
      queue.put(
          EventKind.ENTITY_REMOVE,
          Population.idOf(entity),
          entity.getEntityType().id(),
          (int) age,
          into,
          cause.code(),
          at[0],
          at[1],
          at[2],
          v[0],
          v[1],
          v[2],
          0,
          0,
          0,
          0);
    }
  }

  /** A change of velocity that is neither gravity, drag nor friction; where the entity is now. */
  void impulse(
      Entity entity,
      Cause cause,
      double beforeX,
      double beforeY,
      double beforeZ,
      double afterX,
      double afterY,
      double afterZ) {
    if (wants(EventKind.IMPULSE)) {
      double[] at = position(entity);
      queue.put(
          EventKind.IMPULSE,
          Population.idOf(entity),
          entity.getEntityType().id(),
          0,
          0,
          cause.code(),
          at[0],
          at[1],
          at[2],
          beforeX,
          beforeY,
          beforeZ,
          afterX,
          afterY,
          afterZ,
          0);
    }
  }

  void damage(Entity entity, float amount, Cause cause) {
    if (wants(EventKind.DAMAGE)) {
      double[] at = position(entity);
      queue.put(
          EventKind.DAMAGE,
          Population.idOf(entity),
          entity.getEntityType().id(),
          0,
          0,
          cause.code(),
          at[0],
          at[1],
          at[2],
          0,
          0,
          0,
          0,
          0,
          0,
          amount);
    }
  }

  void explosion(int source, float power, int broken, double x, double y, double z) {
    if (wants(EventKind.EXPLOSION)) {
      queue.put(EventKind.EXPLOSION, source, 0, broken, 0, 0, x, y, z, 0, 0, 0, 0, 0, 0, power);
    }
  }

  public void blockChanged(int x, int y, int z, int oldCode, int newCode) {
    if (wants(EventKind.BLOCK_CHANGE)) {
      queue.put(EventKind.BLOCK_CHANGE, 0, 0, oldCode, newCode, 0, x, y, z);
    }
  }

  /** A chat line, a join or a leave. */
  public void player(EventKind kind, Player player, String text) {
    if (wants(kind)) {
      Pos at = player.getPosition();
      queue.putText(
          kind,
          Population.idOf(player),
          player.getEntityType().id(),
          at.x(),
          at.y(),
          at.z(),
          player.getUsername(),
          text);
    }
  }

  static double[] position(Entity entity) {
    if (entity instanceof Body body) {
      return new double[] {body.x, body.y, body.z};
    }
    Pos at = entity.getPosition();
    return new double[] {at.x(), at.y(), at.z()};
  }

  /** Blocks per tick; Minestom counts a player's in blocks per second. */
  static double[] velocity(Entity entity) {
    if (entity instanceof Body body) {
      return new double[] {body.vx, body.vy, body.vz};
    }
    return new double[] {
      entity.getVelocity().x() / Population.TICKS_PER_SECOND,
      entity.getVelocity().y() / Population.TICKS_PER_SECOND,
      entity.getVelocity().z() / Population.TICKS_PER_SECOND
    };
  }
}
