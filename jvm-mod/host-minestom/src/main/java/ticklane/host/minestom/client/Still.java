package ticklane.host.minestom.client;

import java.util.UUID;
import net.minestom.server.entity.EntityType;
import ticklane.core.EntityColumns;

/** An entity as it was at one moment; what isn't known is NaN or -1. */
record Still(
    int id,
    UUID uuid,
    EntityType type,
    double x,
    double y,
    double z,
    double vx,
    double vy,
    double vz,
    float yaw,
    float pitch,
    double width,
    double height,
    long age,
    double health,
    int fuse,
    int count,
    int item,
    int block,
    boolean onGround) {

  /** Puts it into a row of the table that scripts see. */
  void fill(EntityColumns columns, int row) {
    columns.motion(row, x, y, z, vx, vy, vz, yaw, pitch);
    columns.box(row, x, y, z, width, height);
    columns.identity(
        row, id, age, uuid.getMostSignificantBits(), uuid.getLeastSignificantBits(), type.id(), 0);
    columns.state(row, health, fuse, count, item, block, onGround);
  }
}
