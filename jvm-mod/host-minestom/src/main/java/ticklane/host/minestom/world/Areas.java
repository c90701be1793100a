package ticklane.host.minestom.world;

import java.nio.IntBuffer;
import net.minestom.server.instance.palette.Palette;
import ticklane.core.Box;

/** Reads and writes many cells at once, section by section. All areas are loaded. */
final class Areas {
  /** Changes in one chunk up to which single packets are cheaper for a viewer than the chunk. */
  private static final int SINGLE_PACKETS = 64;

  /** What a cell is to hold. */
  interface Codes {
    int code(int x, int y, int z);
  }

  private Areas() {}

  /** Copies codes, z fastest, then y, then x. */
  static void read(BlockStore blocks, Box area, IntBuffer out) {
    int strideX = area.sizeY() * area.sizeZ();
    for (int cx = area.minX() >> 4; cx <= area.maxX() >> 4; cx++) {
      for (int cz = area.minZ() >> 4; cz <= area.maxZ() >> 4; cz++) {
        WatchedChunk chunk = blocks.chunkAt(cx, cz);
        for (int s = area.minY() >> 4; s <= area.maxY() >> 4; s++) {
          int x0 = Math.max(area.minX(), cx << 4);
          int x1 = Math.min(area.maxX(), (cx << 4) + 15);
          int y0 = Math.max(area.minY(), s << 4);
          int y1 = Math.min(area.maxY(), (s << 4) + 15);
          int z0 = Math.max(area.minZ(), cz << 4);
          int z1 = Math.min(area.maxZ(), (cz << 4) + 15);
          Palette palette = chunk.palette(s);
          int single = palette.singleValue();
          for (int x = x0; x <= x1; x++) {
            for (int y = y0; y <= y1; y++) {
              int at = (x - area.minX()) * strideX + (y - area.minY()) * area.sizeZ() - area.minZ();
              for (int z = z0; z <= z1; z++) {
                out.put(at + z, single >= 0 ? single : palette.get(x & 15, y & 15, z & 15));
              }
            }
          }
        }
      }
    }
  }

  /**
   * Writes cells; returns how many changed.
   *
   * @param watcher told of each cell, or null
   */
  static int rewrite(BlockStore blocks, Box area, Codes wanted, BlockWatcher watcher) {
    int changed = 0;
    for (int cx = area.minX() >> 4; cx <= area.maxX() >> 4; cx++) {
      for (int cz = area.minZ() >> 4; cz <= area.maxZ() >> 4; cz++) {
        changed += rewrite(blocks.chunkAt(cx, cz), area, wanted, watcher);
      }
    }
    return changed;
  }

  private static int rewrite(WatchedChunk chunk, Box area, Codes wanted, BlockWatcher watcher) {
    int changed = 0;
    int westmost = chunk.getChunkX() << 4;
    int northmost = chunk.getChunkZ() << 4;
    boolean watched = !chunk.getViewers().isEmpty();
    BulkWriter writer = new BulkWriter(chunk, watcher);
    chunk.lockWriteLock();
    try {
      for (int x = Math.max(area.minX(), westmost);
          x <= Math.min(area.maxX(), westmost + 15);
          x++) {
        for (int y = area.minY(); y <= area.maxY(); y++) {
          for (int z = Math.max(area.minZ(), northmost);
              z <= Math.min(area.maxZ(), northmost + 15);
              z++) {
            if (writer.put(x, y, z, wanted.code(x, y, z), watched && changed < SINGLE_PACKETS)) {
              changed++;
            }
          }
        }
      }
      writer.close();
    } finally {
      chunk.unlockWriteLock();
    }
    if (watched && changed > SINGLE_PACKETS) {
      chunk.sendChunk();
    } else if (watched && changed > 0) {
      writer.packets().forEach(chunk::sendPacketToViewers);
    }
    return changed;
  }
}
