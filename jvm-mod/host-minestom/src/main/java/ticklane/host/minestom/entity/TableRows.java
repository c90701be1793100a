package ticklane.host.minestom.entity;

import java.util.List;
import net.minestom.server.coordinate.Pos;
import net.minestom.server.entity.Entity;
import net.minestom.server.entity.Player;
import ticklane.core.EntityColumns;

/** Writes entities as rows of the table that scripts read. */
final class TableRows {
  private TableRows() {}

  /** Fills the table, one row for each member. */
  static void fill(List<Entity> all, PlayerMotion motion, EntityColumns columns) {
    int n = all.size();
    columns.begin(n);
    for (int row = 0; row < n; row++) {
      if (all.get(row) instanceof Body body) {
        fill(columns, row, body);
      } else {
        fill(columns, row, (Player) all.get(row), motion);
      }
    }
  }

  private static void fill(EntityColumns columns, int row, Body body) {
    double x = body.x;
    double y = body.y;
    double z = body.z;
    columns.motion(row, x, y, z, body.vx, body.vy, body.vz, body.yaw, body.pitch);
    columns.box(row, x, y, z, body.width(), body.height());
    columns.identity(
        row,
        body.number(),
        body.age(),
        body.uuidHigh(),
        body.uuidLow(),
        body.typeCode(),
        body.tagCode());
    columns.state(
        row,
        body.health(),
        body.fuse(),
        body.count(),
        body.item(),
        body.block(),
        body.isOnGround());
  }

  private static void fill(EntityColumns columns, int row, Player player, PlayerMotion motion) {
    Pos at = player.getPosition();
    double[] v = motion.velocity(player);
    double width = player.getBoundingBox().width();
    double height = player.getBoundingBox().height();
    columns.motion(row, at.x(), at.y(), at.z(), v[0], v[1], v[2], at.yaw(), at.pitch());
    columns.box(row, at.x(), at.y(), at.z(), width, height);
    columns.identity(
        row,
        Population.idOf(player),
        player.getAliveTicks(),
        player.getUuid().getMostSignificantBits(),
        player.getUuid().getLeastSignificantBits(),
        player.getEntityType().id(),
        0);
    columns.state(row, player.getHealth(), -1, -1, -1, -1, player.isOnGround());
  }
}
