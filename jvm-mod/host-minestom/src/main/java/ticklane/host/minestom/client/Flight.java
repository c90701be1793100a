package ticklane.host.minestom.client;

import java.util.Map;
import net.minestom.server.entity.EntityType;

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

  private static final double FLOAT_DRAG = 0.99f;
  private static final double GROUND = 0.6f;

  private static final Map<Integer, Flight> FLIGHTS =
      Map.ofEntries(
          row(EntityType.TNT, 0.04, 0.98, Order.ACCELERATE_MOVE_DRAG, 0.7),
          row(EntityType.FALLING_BLOCK, 0.04, 0.98, Order.ACCELERATE_MOVE_DRAG, 1),
          row(EntityType.ITEM, 0.04, 0.98, Order.ACCELERATE_MOVE_DRAG, GROUND),
          row(EntityType.EXPERIENCE_ORB, 0.03, 0.98, Order.ACCELERATE_MOVE_DRAG, GROUND),
          row(EntityType.ARROW, 0.05, FLOAT_DRAG, Order.MOVE_DRAG_ACCELERATE, 0),
          row(EntityType.SPECTRAL_ARROW, 0.05, FLOAT_DRAG, Order.MOVE_DRAG_ACCELERATE, 0),
          row(EntityType.TRIDENT, 0.05, FLOAT_DRAG, Order.MOVE_DRAG_ACCELERATE, 0),
          row(EntityType.LLAMA_SPIT, 0.06, FLOAT_DRAG, Order.MOVE_DRAG_ACCELERATE, 0),
          row(EntityType.SNOWBALL, 0.03, FLOAT_DRAG, Order.ACCELERATE_DRAG_MOVE, 0),
          row(EntityType.EGG, 0.03, FLOAT_DRAG, Order.ACCELERATE_DRAG_MOVE, 0),
          row(EntityType.ENDER_PEARL, 0.03, FLOAT_DRAG, Order.ACCELERATE_DRAG_MOVE, 0),
          row(EntityType.SPLASH_POTION, 0.05, FLOAT_DRAG, Order.ACCELERATE_DRAG_MOVE, 0),
          row(EntityType.LINGERING_POTION, 0.05, FLOAT_DRAG, Order.ACCELERATE_DRAG_MOVE, 0),
          row(EntityType.EXPERIENCE_BOTTLE, 0.07, FLOAT_DRAG, Order.ACCELERATE_DRAG_MOVE, 0));

  private static Map.Entry<Integer, Flight> row(
      EntityType type, double gravity, double drag, Order order, double along) {
    return Map.entry(type.id(), new Flight(gravity, drag, order, along));
  }

  /** Null for a type that a client doesn't move by itself. */
  static Flight of(EntityType type) {
    return FLIGHTS.get(type.id());
  }
}
