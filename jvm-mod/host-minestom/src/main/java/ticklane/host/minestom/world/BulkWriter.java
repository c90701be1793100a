package ticklane.host.minestom.world;

import java.util.ArrayList;
import java.util.List;
import net.minestom.server.coordinate.BlockVec;
import net.minestom.server.instance.block.Block;
import net.minestom.server.instance.palette.Palette;
import net.minestom.server.network.packet.server.play.BlockChangePacket;

/**
 * Writes many cells of one chunk, whose write lock the caller holds: straight into the palettes
 * where no block has data of its own, cell by cell where one has.
 */
final class BulkWriter {
  private final WatchedChunk chunk;
  private final BlockWatcher watcher;
  private final List<BlockChangePacket> packets = new ArrayList<>();
  private Palette palette;
  private int section = Integer.MIN_VALUE;
  private int lastCode = -1;
  private boolean lastIsPlain;
  private boolean lastActs;
  private boolean wroteRaw;

  /**
   * @param watcher told of each cell, or null
   */
  BulkWriter(WatchedChunk chunk, BlockWatcher watcher) {
    this.chunk = chunk;
    this.watcher = watcher;
  }

  /** Returns whether the cell changed. */
  boolean put(int x, int y, int z, int code, boolean keepPacket) {
    if (y >> 4 != section) {
      section = y >> 4;
      palette = chunk.palette(section);
    }
    int old = palette.get(x & 15, y & 15, z & 15);
    if (old == code) {
      return false;
    }
    if (code != lastCode) {
      lastCode = code;
      lastIsPlain = !Block.fromStateId(code).registry().isBlockEntity();
      lastActs = BlockKind.acts(Block.fromStateId(code));
    }
    if (keepPacket) {
      packets.add(new BlockChangePacket(new BlockVec(x, y, z), code));
    }
    if (!lastIsPlain || chunk.holdsBlockEntities()) {
      chunk.setBlock(x, y, z, Block.fromStateId(code));
      return true;
    }
    palette.set(x & 15, y & 15, z & 15, code);
    if (lastActs) {
      chunk.noteActing(section);
    }
    wroteRaw = true;
    if (watcher != null) {
      watcher.changed(x, y, z, old, code);
    }
    return true;
  }

  List<BlockChangePacket> packets() {
    return packets;
  }

  /** Drops what the chunk derived from the old blocks: height maps and its packet. */
  void close() {
    if (wroteRaw) {
      chunk.invalidate();
    }
  }
}
