package ticklane.host.minestom.loot;

import java.util.SplittableRandom;
import net.minestom.server.instance.block.Block;

/**
 * One block that breaks without a tool, as loot tables ask about it.
 *
 * @param block its state
 * @param above the block on top of it
 * @param below the block under it
 * @param byEntity whether an entity broke it
 * @param decay of so many items one is left, 0: all are
 * @param random all chance in the answer
 */
public record Break(
    Block block, Block above, Block below, boolean byEntity, float decay, SplittableRandom random) {
  boolean chance(double chance) {
    return random.nextDouble() < chance;
  }

  /** Whether one item is left by what broke the block. */
  boolean survives() {
    return decay <= 0 || chance(1 / (double) decay);
  }

  Block beside(int up) {
    return up > 0 ? above : below;
  }
}
