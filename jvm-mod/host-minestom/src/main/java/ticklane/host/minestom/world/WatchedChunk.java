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
  private final boolean[] acting;
  private long countedAt = -1;
  private int highest;
  private boolean holdsBlockEntities;

  WatchedChunk(Instance instance, int chunkX, int chunkZ, BlockWatcher watcher) {
    super(instance, chunkX, chunkZ);
    this.watcher = watcher;
    acting = new boolean[sections.size()];
  }

  /**
   * The highest section that holds a block, below all when none does.
   *
   * @param version of the world's blocks; counted anew when it has gone on
   */
  int highestSection(long version) {
    if (version != countedAt) {
      countedAt = version;
      highest = minSection + sections.size() - 1;
      while (highest >= minSection && palette(highest).count() == 0) {
        highest--;
      }
    }
    return highest;
  }

  /** Whether a block that acts on what moves past was ever set in a section; never unset. */
  boolean mayAct(int section) {
    return acting[section - minSection];
  }

  void noteActing(int section) {
    acting[section - minSection] = true;
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
    if (BlockKind.acts(block)) {
      noteActing(y >> 4);
    }
    super.setBlock(x, y, z, block, placement, destroy);
    if (old != block.stateId()) {
      watcher.changed(globalX, y, globalZ, old, block.stateId());
    }
  }
}
