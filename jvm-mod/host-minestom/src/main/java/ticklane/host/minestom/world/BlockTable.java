package ticklane.host.minestom.world;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.kyori.adventure.key.Key;
import net.minestom.server.collision.BoundingBox;
import net.minestom.server.collision.Shape;
import net.minestom.server.collision.ShapeImpl;
import net.minestom.server.instance.block.Block;
import net.minestom.server.instance.block.BlockFace;
import net.minestom.server.registry.RegistryData;

/**
 * What physics asks of a block state, by state code. Filled on first use: a world meets a few dozen
 * of the 30,000 states.
 */
public final class BlockTable {
  private static final double[] EMPTY = {};

  /** Height of a source and of falling fluid with another block above it. */
  public static final float SOURCE = 8 / 9f;

  /** What carries lies this far below the feet. */
  private static final double BELOW = 0.500001;

  private static final double[] FULL = {0, 0, 0, 1, 1, 1};

  /** That of water and lava. */
  private static final float FLUID_RESISTANCE = 100;

  private static final Set<Key> WITHER_PROOF = tagged("wither_immune");
  private static final Set<Key> BURNS_BLUE = tagged("soul_fire_base_blocks");
  private static final int FIRE = Block.FIRE.stateId();
  private static final int SOUL_FIRE = Block.SOUL_FIRE.stateId();

  private final double[][] shapes = new double[Block.statesCount()][];
  private final float[] resistances = new float[Block.statesCount()];
  private final float[] frictions = new float[Block.statesCount()];
  private final float[] speedFactors = new float[Block.statesCount()];
  private final float[] jumpFactors = new float[Block.statesCount()];
  private final BlockKind[] kinds = new BlockKind[Block.statesCount()];
  private final float[] waters = new float[Block.statesCount()];
  private final float[] lavas = new float[Block.statesCount()];
  private final boolean[] flowing = new boolean[Block.statesCount()];
  private final boolean[] motionBlockers = new boolean[Block.statesCount()];
  private final boolean[] replaceable = new boolean[Block.statesCount()];
  private final boolean[] witherProof = new boolean[Block.statesCount()];
  private final boolean[] carriesFire = new boolean[Block.statesCount()];

  /** Collision boxes inside the cell, six numbers each: min x y z, max x y z. Not to be changed. */
  public double[] boxes(int code) {
    double[] shape = shapes[code];
    return shape != null ? shape : learn(code);
  }

  /** Explosion resistance, -1 for air (a ray passes it for nothing). */
  public float resistance(int code) {
    boxes(code);
    return resistances[code];
  }

  /** Slipperiness: 0.6 for most blocks, 0.98 for ice. */
  public float friction(int code) {
    boxes(code);
    return frictions[code];
  }

  /** Slipperiness of what carries whoever's feet are there: half a block below, as in the game. */
  public float frictionBelow(BlockView blocks, double x, double y, double z) {
    return friction(codeAt(blocks, x, y - BELOW, z));
  }

  /** Whether nothing stops or holds what leaves a cell upwards. */
  public boolean isOpenAbove(BlockView blocks, int x, int y, int z) {
    int above = blocks.codeOrAir(x, y + 1, z);
    return boxes(above).length == 0 && water(above) == 0 && lava(above) == 0;
  }

  /** What stands at a depth below the feet. */
  public BlockKind kindBelow(BlockView blocks, double x, double y, double z, double depth) {
    return kind(codeAt(blocks, x, y - depth, z));
  }

  /**
   * What who goes there keeps of the speed along the ground: of the block the feet are in, unless
   * that has none; soul sand and honey: 0.4 (registry).
   */
  public float speedFactorBelow(BlockView blocks, double x, double y, double z) {
    int feet = codeAt(blocks, x, y, z);
    float own = speedFactor(feet);
    boolean counts = own != 1 || water(feet) > 0;
    return counts ? own : speedFactor(codeAt(blocks, x, y - BELOW, z));
  }

  /** What is left of a jump there: honey 0.5 (registry). */
  public float jumpFactorBelow(BlockView blocks, double x, double y, double z) {
    int feet = codeAt(blocks, x, y, z);
    boxes(feet);
    if (jumpFactors[feet] != 1) {
      return jumpFactors[feet];
    }
    int below = codeAt(blocks, x, y - BELOW, z);
    boxes(below);
    return jumpFactors[below];
  }

  private static int codeAt(BlockView blocks, double x, double y, double z) {
    return blocks.codeOrAir((int) Math.floor(x), (int) Math.floor(y), (int) Math.floor(z));
  }

  /** Whether a falling block may take this cell: air, plants, fluids. */
  public boolean isReplaceable(int code) {
    boxes(code);
    return replaceable[code];
  }

  /** What it does to motion besides stopping it. */
  public BlockKind kind(int code) {
    boxes(code);
    return kinds[code];
  }

  /** What what moves on it keeps of its speed along the ground: 1 but for soul sand and honey. */
  public float speedFactor(int code) {
    boxes(code);
    return speedFactors[code];
  }

  /** Height of the water in the cell, 0 for none, with the same water above it the cell is full. */
  public float water(int code) {
    boxes(code);
    return waters[code];
  }

  /** Height of the lava in the cell, 0 for none. */
  public float lava(int code) {
    boxes(code);
    return lavas[code];
  }

  /** Whether the fluid in the cell is no source: it flows or falls. */
  public boolean isFlowing(int code) {
    boxes(code);
    return flowing[code];
  }

  /** Whether a fluid can't run into the cell. */
  public boolean blocksMotion(int code) {
    boxes(code);
    return motionBlockers[code];
  }

  /** Whether no explosion of a wither's breaks it more easily than others do. */
  public boolean isWitherProof(int code) {
    boxes(code);
    return witherProof[code];
  }

  /** Whether an explosion can set fire on top of it: a full block that hides what is behind it. */
  public boolean carriesFire(int code) {
    boxes(code);
    return carriesFire[code];
  }

  /** The fire that burns on it. */
  public int fireOn(int code) {
    return BURNS_BLUE.contains(Block.fromStateId(code).key()) ? SOUL_FIRE : FIRE;
  }

  private static Set<Key> tagged(String tag) {
    Set<Key> keys = new HashSet<>();
    for (var key : Block.staticRegistry().getTag(Key.key(tag))) {
      keys.add(key.key());
    }
    return keys;
  }

  private static boolean isFull(Shape shape) {
    for (BlockFace face : BlockFace.values()) {
      if (!shape.isFaceFull(face)) {
        return false;
      }
    }
    return true;
  }

  private void learnFluid(int code, Block block) {
    BlockKind kind = kinds[code];
    String level = block.getProperty("level");
    boolean lava = block.id() == Block.LAVA.id();
    float height = SOURCE;
    if (kind == BlockKind.FLUID && level != null) {
      int lower = Integer.parseInt(level);
      // From 8 on it falls and fills its cell as a source does.
      height = (lower >= 8 ? 8 : 8 - lower) / 9f;
      flowing[code] = lower != 0;
    }
    boolean wet =
        kind == BlockKind.FLUID
            || kind == BlockKind.BUBBLES_UP
            || kind == BlockKind.BUBBLES_DOWN
            || "true".equals(block.getProperty("waterlogged"));
    waters[code] = wet && !lava ? height : 0;
    lavas[code] = lava ? height : 0;
  }

  private double[] learn(int code) {
    Block block = Block.fromStateId(code);
    if (block == null) {
      throw new IllegalArgumentException("no block state has the code " + code);
    }
    RegistryData.BlockEntry entry = block.registry();
    frictions[code] = entry.friction();
    speedFactors[code] = entry.speedFactor();
    jumpFactors[code] = entry.jumpFactor();
    motionBlockers[code] = entry.blocksMotion();
    kinds[code] = BlockKind.of(block);
    learnFluid(code, block);
    replaceable[code] = entry.isAir() || entry.isReplaceable();
    float resistance = entry.explosionResistance();
    // A fluid in the cell counts as much as the block itself.
    if (waters[code] > 0 || lavas[code] > 0) {
      resistance = Math.max(resistance, FLUID_RESISTANCE);
    }
    witherProof[code] = WITHER_PROOF.contains(block.key());
    carriesFire[code] = entry.occludes() && isFull(entry.occlusionShape());
    resistances[code] = entry.isAir() ? -1 : resistance;
    shapes[code] = shape(((ShapeImpl) entry.collisionShape()).boundingBoxes());
    return shapes[code];
  }

  private static double[] shape(List<BoundingBox> parts) {
    if (parts.isEmpty()) {
      return EMPTY;
    }
    double[] boxes = new double[6 * parts.size()];
    int at = 0;
    for (BoundingBox part : parts) {
      boxes[at++] = part.minX();
      boxes[at++] = part.minY();
      boxes[at++] = part.minZ();
      boxes[at++] = part.maxX();
      boxes[at++] = part.maxY();
      boxes[at++] = part.maxZ();
    }
    return Arrays.equals(boxes, FULL) ? FULL : boxes;
  }
}
