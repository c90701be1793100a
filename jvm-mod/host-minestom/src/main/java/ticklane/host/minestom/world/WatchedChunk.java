package ticklane.host.minestom.world;

import net.minestom.server.coordinate.CoordConversion;
import net.minestom.server.instance.DynamicChunk;
import net.minestom.server.instance.Instance;
import net.minestom.server.instance.block.Block;
import net.minestom.server.instance.block.BlockHandler;
import net.minestom.server.instance.palette.Palette;

/**
 * A chunk that reports its changes, so that blocks a player breaks and blocks a script sets take
 * one way.
 */
final class WatchedChunk extends DynamicChunk {
  private final BlockWatcher watcher;
  private boolean holdsBlockEntities;

  WatchedChunk(Instance instance, int chunkX, int chunkZ, BlockWatcher watcher) {
    super(instance, chunkX, chunkZ);
    this.watcher = watcher;
  }

  /** Whether a block with data of its own was ever set here: such chunks can't be written raw. */
  boolean holdsBlockEntities() {
    return holdsBlockEntities;
  }

  Palette palette(int section) {
    return sections.get(section - minSection).blockPalette();
  }

  int code(int x, int y, int z) {
    return palette(y >> 4).get(x & 15, y & 15, z & 15);
  }

  @Override
  public void setBlock(
      int x,
      int y,
      int z,
      Block block,
      BlockHandler.Placement placement,
      BlockHandler.Destroy destroy) {
    int globalX = CoordConversion.globalToSectionRelative(x) + (chunkX << 4);
    int globalZ = CoordConversion.globalToSectionRelative(z) + (chunkZ << 4);
    int old = code(x, y, z);
    if (block.handler() != null || block.hasNbt() || block.registry().isBlockEntity()) {
      holdsBlockEntities = true;
    }
    super.setBlock(x, y, z, block, placement, destroy);
    if (old != block.stateId()) {
      watcher.changed(globalX, y, globalZ, old, block.stateId());
    }
  }
}
