package ticklane.host.minestom.entity;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import net.minestom.server.instance.block.Block;
import net.minestom.server.item.Material;
import ticklane.host.minestom.loot.Break;
import ticklane.host.minestom.loot.LootTables;

/**
 * What the blocks of one explosion leave behind, in stacks of up to 16 that lie where their first
 * item came from.
 */
final class BlastDrops {
  private static final int STACK = 16;

  private static final class Stack {
    final Material material;
    final int x;
    final int y;
    final int z;
    int count;

    Stack(Material material, int x, int y, int z) {
      this.material = material;
      this.x = x;
      this.y = y;
      this.z = z;
    }
  }

  private final Population world;
  private final LootTables tables = LootTables.get();
  private final float decay;
  private final boolean byEntity;
  private final SplittableRandom random;
  private final List<Stack> stacks = new ArrayList<>();
  private final Map<Integer, Stack> open = new HashMap<>();

  /**
   * @param decay of so many items one is left, 0: all are
   */
  BlastDrops(Population world, float decay, boolean byEntity, SplittableRandom random) {
    this.world = world;
    this.decay = decay;
    this.byEntity = byEntity;
    this.random = random;
  }

  /** A block breaks here. */
  void add(Block block, int x, int y, int z) {
    Block above = Block.fromStateId(world.blocks().codeOrAir(x, y + 1, z));
    Block below = Block.fromStateId(world.blocks().codeOrAir(x, y - 1, z));
    tables.give(
        new Break(block, above, below, byEntity, decay, random),
        (material, count) -> put(material, count, x, y, z));
  }

  private void put(Material material, int count, int x, int y, int z) {
    int most = Math.min(STACK, material.maxStackSize());
    Stack stack = open.get(material.id());
    for (int left = count; left > 0; ) {
      if (stack == null || stack.count >= most) {
        stack = new Stack(material, x, y, z);
        stacks.add(stack);
        open.put(material.id(), stack);
      }
      int moved = Math.min(left, most - stack.count);
      stack.count += moved;
      left -= moved;
    }
  }

  /** They become items in the world. */
  void spawn() {
    for (Stack stack : stacks) {
      world.spawner().popped(stack.material, stack.count, stack.x, stack.y, stack.z, random);
    }
  }
}
