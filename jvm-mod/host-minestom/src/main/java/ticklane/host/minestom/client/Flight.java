package ticklane.host.minestom.client;

import java.util.Map;
import net.minestom.server.entity.EntityType;
import ticklane.host.minestom.entity.ProjectileMotion;

/**
 * How a client moves on its own what the server tells it about only now and then: gravity, drag and
 * their order by type. What isn't here (the living, minecarts, boats) goes where packets say.
 *
 * <p>Sources: as those of the server's bodies; the client runs the same code.
 *
 * @param order of gravity (A), drag (D) and the move (P) in a tick
 * @param along what the ground leaves of a slide beside the drag, 0 when it sticks
 */
record Flight(double gravity, double drag, Order order, double along) {
  enum Order {
    ACCELERATE_MOVE_DRAG,
    MOVE_DRAG_ACCELERATE,
    ACCELERATE_DRAG_MOVE
  }

  private static final double GROUND = 0.6f;

  private static final Map<Integer, Flight> FLIGHTS =
      Map.ofEntries(
          row(EntityType.TNT, 0.04, 0.98, Order.ACCELERATE_MOVE_DRAG, 0.7),
          row(EntityType.FALLING_BLOCK, 0.04, 0.98, Order.ACCELERATE_MOVE_DRAG, 1),
          row(EntityType.ITEM, 0.04, 0.98, Order.ACCELERATE_MOVE_DRAG, GROUND),
          row(EntityType.EXPERIENCE_ORB, 0.03, 0.98, Order.ACCELERATE_MOVE_DRAG, GROUND));

  private static Map.Entry<Integer, Flight> row(
      EntityType type, double gravity, double drag, Order order, double along) {
    return Map.entry(type.id(), new Flight(gravity, drag, order, along));
  }

  /** Null for a type that a client doesn't move by itself. */
  static Flight of(EntityType type) {
    ProjectileMotion motion = ProjectileMotion.BY_TYPE.get(type.name());
    if (motion == null || motion.gravity() == 0) {
      return FLIGHTS.get(type.id());
    }
    boolean movesFirst = motion.order() == ProjectileMotion.Order.MOVE_FIRST;
    return new Flight(
        motion.gravity(),
        motion.drag(),
        movesFirst ? Order.MOVE_DRAG_ACCELERATE : Order.ACCELERATE_DRAG_MOVE,
        0);
  }
}
