package ticklane.host.minestom.world;

import net.minestom.server.instance.block.Block;
import net.minestom.server.instance.generator.Generator;

/** The worlds a game can be launched with. */
public enum WorldKind {
  /** Bedrock at -64, dirt above, grass at 63: feet stand at 64. */
  FLAT {
    @Override
    Generator generator() {
      return unit -> {
        unit.modifier().fillHeight(-64, -63, Block.BEDROCK);
        unit.modifier().fillHeight(-63, GROUND - 1, Block.DIRT);
        unit.modifier().fillHeight(GROUND - 1, GROUND, Block.GRASS_BLOCK);
      };
    }
  },

  /** Nothing but air. */
  VOID {
    @Override
    Generator generator() {
      return unit -> {};
    }
  };

  /** First layer of air above the ground. */
  public static final int GROUND = 64;

  abstract Generator generator();

  /**
   * The kind a launch file names.
   *
   * @throws IllegalArgumentException naming the kinds there are
   */
  public static WorldKind named(String name) {
    return switch (name) {
      case "flat" -> FLAT;
      case "void" -> VOID;
      default ->
          throw new IllegalArgumentException("no world '" + name + "': there are flat and void");
    };
  }
}
