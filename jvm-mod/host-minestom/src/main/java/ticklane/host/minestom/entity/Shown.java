package ticklane.host.minestom.entity;

import java.util.UUID;
import net.minestom.server.coordinate.Pos;
import net.minestom.server.coordinate.Vec;
import net.minestom.server.entity.Entity;
import net.minestom.server.entity.EntityType;
import net.minestom.server.instance.Chunk;
import net.minestom.server.network.packet.server.play.EntityPositionSyncPacket;

/**
 * An entity as Minestom and the players' clients see it. Minestom keeps it visible; its position
 * and velocity live here as plain numbers, velocity in blocks per tick.
 */
abstract class Shown extends Entity {
  /** A client simulates most of these itself; it is told the exact state this often. */
  private static final int SYNC_TICKS = 10;

  public double x;
  public double y;
  public double z;
  public double vx;
  public double vy;
  public double vz;
  public float yaw;
  public float pitch;

  boolean jolted = true;

  Shown(EntityType type, UUID uuid) {
    super(type, uuid);
    hasPhysics = false;
  }

  /** Minestom's dispatcher gets nothing to do. */
  @Override
  public final void tick(long time) {}

  /** Tells Minestom where it is. */
  final void place() {
    Pos now = new Pos(x, y, z, yaw, pitch);
    previousPosition = position;
    setPositionInternal(now, yaw);
    refreshCoordinate(now);
    placed();
  }

  /** It is somewhere else now. */
  protected void placed() {}

  /** Tells Minestom where it looks. */
  final void turnTo() {
    setPositionInternal(new Pos(x, y, z, yaw, pitch), yaw);
  }

  /** Tells the players that see it. */
  final void show(boolean moved, long age) {
    boolean simulatedByClient = !(this instanceof LivingBody);
    if (jolted || (moved && (!simulatedByClient || age % SYNC_TICKS == 0))) {
      sendPacketToViewers(
          new EntityPositionSyncPacket(
              getEntityId(), position, new Vec(vx, vy, vz), yaw, pitch, onGround));
      sendPacketToViewers(getVelocityPacket());
      jolted = false;
    }
  }

  @Override
  protected Vec getVelocityForPacket() {
    return new Vec(vx, vy, vz);
  }

  /** Leaves the dispatcher out: it would tick this entity on its own thread. */
  @Override
  protected void refreshCurrentChunk(Chunk chunk) {
    currentChunk = chunk;
  }
}
