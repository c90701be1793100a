package ticklane.host.minestom.client;

import net.minestom.server.coordinate.Vec;
import net.minestom.server.instance.block.BlockFace;

/**
 * What the player looks at: the nearest shape of a block or box of an entity on its line of sight.
 */
final class Crosshair {
  /**
   * What was met.
   *
   * @param entity or null
   * @param block corner of its cell, or null
   * @param face of the block that was met
   * @param point where
   */
  record Target(SeenEntity entity, Vec block, BlockFace face, Vec point) {}

  private static final Target NOTHING = new Target(null, null, null, null);

  private Crosshair() {}

  static Target aim(SeenWorld world, OwnPlayer own, double entityReach, double blockReach) {
    SeenEntity body = own.body();
    Vec eye = new Vec(body.x, body.y + own.eyes(), body.z);
    Vec look = direction(body.yaw, body.pitch);
    Target best = NOTHING;
    double nearest = blockReach;
    Vec reach = eye.add(look.mul(blockReach));
    int x0 = (int) Math.floor(Math.min(eye.x(), reach.x()));
    int y0 = (int) Math.floor(Math.min(eye.y(), reach.y())) - 1;
    int z0 = (int) Math.floor(Math.min(eye.z(), reach.z()));
    int x1 = (int) Math.floor(Math.max(eye.x(), reach.x()));
    int y1 = (int) Math.floor(Math.max(eye.y(), reach.y()));
    int z1 = (int) Math.floor(Math.max(eye.z(), reach.z()));
    for (int x = x0; x <= x1; x++) {
      for (int y = y0; y <= y1; y++) {
        for (int z = z0; z <= z1; z++) {
          double[] boxes = world.table().boxes(world.blocks().codeOrAir(x, y, z));
          for (int at = 0; at < boxes.length; at += 6) {
            Hit hit =
                hit(
                    eye,
                    look,
                    new Vec(x + boxes[at], y + boxes[at + 1], z + boxes[at + 2]),
                    new Vec(x + boxes[at + 3], y + boxes[at + 4], z + boxes[at + 5]));
            if (hit != null && hit.distance() < nearest) {
              nearest = hit.distance();
              best = new Target(null, new Vec(x, y, z), hit.face(), eye.add(look.mul(nearest)));
            }
          }
        }
      }
    }
    nearest = Math.min(nearest, entityReach);
    for (SeenEntity entity : world.entities()) {
      if (entity == body) {
        continue;
      }
      double half = entity.width / 2;
      Hit hit =
          hit(
              eye,
              look,
              new Vec(entity.x - half, entity.y, entity.z - half),
              new Vec(entity.x + half, entity.y + entity.height, entity.z + half));
      if (hit != null && hit.distance() < nearest) {
        nearest = hit.distance();
        best = new Target(entity, null, null, eye.add(look.mul(nearest)));
      }
    }
    return best;
  }

  /** Unit vector of a line of sight: yaw 0 is south (+z), pitch 90 straight down. */
  static Vec direction(float yaw, float pitch) {
    double turn = Math.toRadians(yaw);
    double tilt = Math.toRadians(pitch);
    double along = Math.cos(tilt);
    return new Vec(-Math.sin(turn) * along, -Math.sin(tilt), Math.cos(turn) * along);
  }

  private record Hit(double distance, BlockFace face) {}

  private static Hit hit(Vec from, Vec way, Vec min, Vec max) {
    double first = 0;
    double last = Double.POSITIVE_INFINITY;
    BlockFace face = BlockFace.TOP;
    for (int axis = 0; axis < 3; axis++) {
      double start = axis == 0 ? from.x() : axis == 1 ? from.y() : from.z();
      double step = axis == 0 ? way.x() : axis == 1 ? way.y() : way.z();
      double low = axis == 0 ? min.x() : axis == 1 ? min.y() : min.z();
      double high = axis == 0 ? max.x() : axis == 1 ? max.y() : max.z();
      if (step == 0) {
        if (start < low || start > high) {
          return null;
        }
        continue;
      }
      double near = ((step > 0 ? low : high) - start) / step;
      double far = ((step > 0 ? high : low) - start) / step;
      if (near > first) {
        first = near;
        face = face(axis, step < 0);
      }
      last = Math.min(last, far);
    }
    return first <= last ? new Hit(first, face) : null;
  }

  private static BlockFace face(int axis, boolean upper) {
    return switch (axis) {
      case 0 -> upper ? BlockFace.EAST : BlockFace.WEST;
      case 1 -> upper ? BlockFace.TOP : BlockFace.BOTTOM;
      default -> upper ? BlockFace.SOUTH : BlockFace.NORTH;
    };
  }
}
