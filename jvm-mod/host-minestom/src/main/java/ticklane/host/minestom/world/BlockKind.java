package ticklane.host.minestom.world;

import java.util.Map;
import net.minestom.server.instance.block.Block;

/** What a block does to the motion of what is in it, on it or beside it, other than stopping it. */
public enum BlockKind {
  /** Nothing: it is a shape with slipperiness and speed factor. */
  PLAIN,
  /** Water or lava, or a block that holds water; which and how much, {@link BlockTable} tells. */
  FLUID,
  /** Rising bubbles. */
  BUBBLES_UP,
  /** Bubbles that pull down. */
  BUBBLES_DOWN,
  COBWEB,
  /** Its sides slow a fall. */
  HONEY,
  SLIME,
  BED,
  /** Ladders, vines. */
  CLIMBABLE,
  SCAFFOLDING,
  RAIL,
  POWDER_SNOW,
  BERRY_BUSH,
  /** Portals, which take away what touches them. */
  PORTAL;

  private static final Map<String, BlockKind> BY_NAME =
      Map.ofEntries(
          Map.entry("water", FLUID),
          Map.entry("lava", FLUID),
          Map.entry("kelp", FLUID),
          Map.entry("kelp_plant", FLUID),
          Map.entry("seagrass", FLUID),
          Map.entry("tall_seagrass", FLUID),
          Map.entry("cobweb", COBWEB),
          Map.entry("honey_block", HONEY),
          Map.entry("slime_block", SLIME),
          Map.entry("ladder", CLIMBABLE),
          Map.entry("vine", CLIMBABLE),
          Map.entry("scaffolding", SCAFFOLDING),
          Map.entry("weeping_vines", CLIMBABLE),
          Map.entry("weeping_vines_plant", CLIMBABLE),
          Map.entry("twisting_vines", CLIMBABLE),
          Map.entry("twisting_vines_plant", CLIMBABLE),
          Map.entry("cave_vines", CLIMBABLE),
          Map.entry("cave_vines_plant", CLIMBABLE),
          Map.entry("rail", RAIL),
          Map.entry("powered_rail", RAIL),
          Map.entry("detector_rail", RAIL),
          Map.entry("activator_rail", RAIL),
          Map.entry("powder_snow", POWDER_SNOW),
          Map.entry("sweet_berry_bush", BERRY_BUSH),
          Map.entry("nether_portal", PORTAL),
          Map.entry("end_portal", PORTAL),
          Map.entry("end_gateway", PORTAL));

  static BlockKind of(Block block) {
    String name = block.key().value();
    if (name.equals("bubble_column")) {
      return "true".equals(block.getProperty("drag")) ? BUBBLES_DOWN : BUBBLES_UP;
    }
    return name.endsWith("_bed") ? BED : BY_NAME.getOrDefault(name, PLAIN);
  }

  /**
   * Whether a block has to be looked for around everything that moves. What only acts on what lands
   * on it is met by the landing.
   */
  static boolean acts(Block block) {
    BlockKind kind = of(block);
    return (kind != PLAIN && kind != SLIME && kind != BED)
        || "true".equals(block.getProperty("waterlogged"));
  }
}
