package ticklane.host.minestom.client;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.minestom.server.MinecraftServer;
import net.minestom.server.coordinate.CoordConversion;
import net.minestom.server.instance.palette.Palette;
import net.minestom.server.network.NetworkBuffer;
import net.minestom.server.network.packet.server.play.ChunkDataPacket;
import net.minestom.server.network.packet.server.play.MultiBlockChangePacket;
import net.minestom.server.network.packet.server.play.data.ChunkData;
import ticklane.core.Box;
import ticklane.core.HostException;
import ticklane.host.minestom.picture.ChunkMesh;
import ticklane.host.minestom.picture.Pictures;
import ticklane.host.minestom.world.BlockView;
import ticklane.host.minestom.world.BlockWatcher;

/** The chunks a client holds, from packets alone. */
final class SeenBlocks implements BlockView, Pictures.Chunks {
  /** The game's border; a sweep is bounded by it however fast something is. */
  private static final int BORDER = 29_999_984;

  private final Map<Long, Palette[]> chunks = new HashMap<>();
  private final Map<Long, Long> versions = new HashMap<>();
  private final int minY;
  private final BlockWatcher watcher;
  private int sections;

  SeenBlocks(int minY, BlockWatcher watcher) {
    this.minY = minY;
    this.watcher = watcher;
  }

  void load(ChunkDataPacket packet) {
    byte[] bytes = packet.chunkData().data();
    NetworkBuffer data = NetworkBuffer.wrap(bytes, 0, bytes.length, MinecraftServer.process());
    var type = ChunkData.Section.networkType(MinecraftServer.getBiomeRegistry().size());
    List<Palette> palettes = new ArrayList<>();
    while (data.readableBytes() > 0) {
      palettes.add(data.read(type).blockStates());
    }
    sections = palettes.size();
    chunks.put(
        CoordConversion.chunkIndex(packet.chunkX(), packet.chunkZ()),
        palettes.toArray(Palette[]::new));
    touch(packet.chunkX(), packet.chunkZ());
  }

  void unload(int chunkX, int chunkZ) {
    chunks.remove(CoordConversion.chunkIndex(chunkX, chunkZ));
    touch(chunkX, chunkZ);
  }

  /** What is beside it may show other faces now. */
  private void touch(int chunkX, int chunkZ) {
    for (int dx = -1; dx <= 1; dx++) {
      for (int dz = -1; dz <= 1; dz++) {
        versions.merge(CoordConversion.chunkIndex(chunkX + dx, chunkZ + dz), 1L, Long::sum);
      }
    }
  }

  /** A chunk, by its place among chunks. */
  @Override
  public boolean isLoadedChunk(int chunkX, int chunkZ) {
    return chunks.containsKey(CoordConversion.chunkIndex(chunkX, chunkZ));
  }

  @Override
  public long version(int chunkX, int chunkZ) {
    return versions.getOrDefault(CoordConversion.chunkIndex(chunkX, chunkZ), 0L);
  }

  @Override
  public int uniform(int x, int y, int z) {
    Palette palette = palette(x, y, z);
    return palette == null ? 0 : palette.bitsPerEntry() == 0 ? palette.singleValue() : -1;
  }

  @Override
  public void copy(int x, int y, int z, int[] codes) {
    Palette palette = palette(x, y, z);
    if (palette != null) {
      palette.getAll((cx, cy, cz, code) -> codes[ChunkMesh.at(cx, cy, cz)] = code);
    }
  }

  void clear() {
    chunks.clear();
  }

  /** How many chunks it holds. */
  int count() {
    return chunks.size();
  }

  boolean isLoaded(int x, int z) {
    return chunks.containsKey(CoordConversion.chunkIndex(x >> 4, z >> 4));
  }

  void set(int x, int y, int z, int code) {
    Palette palette = palette(x, y, z);
    if (palette == null) {
      return;
    }
    int old = palette.get(x & 15, y & 15, z & 15);
    palette.set(x & 15, y & 15, z & 15, code);
    if (old != code) {
      touch(x >> 4, z >> 4);
      watcher.changed(x, y, z, old, code);
    }
  }

  /** Many changes in one section: the state's code, then x z y in four bits each. */
  void set(MultiBlockChangePacket packet) {
    long section = packet.chunkSectionPosition();
    int x = (int) (section >> 42) << 4;
    int z = (int) (section << 22 >> 42) << 4;
    int y = (int) (section << 44 >> 44) << 4;
    for (long block : packet.blocks()) {
      int place = (int) block & 0xFFF;
      set(x + (place >> 8 & 15), y + (place & 15), z + (place >> 4 & 15), (int) (block >>> 12));
    }
  }

  private Palette palette(int x, int y, int z) {
    Palette[] chunk = chunks.get(CoordConversion.chunkIndex(x >> 4, z >> 4));
    int section = (y - minY) >> 4;
    return chunk == null || section < 0 || section >= chunk.length ? null : chunk[section];
  }

  @Override
  public int codeOrAir(int x, int y, int z) {
    Palette palette = palette(x, y, z);
    return palette == null ? 0 : palette.get(x & 15, y & 15, z & 15);
  }

  /** Code of one cell. */
  int code(int x, int y, int z) {
    check(new Box(x, y, z, x, y, z));
    return codeOrAir(x, y, z);
  }

  /** Copies the codes of an area, z fastest, then y, then x. */
  void read(Box area, IntBuffer out) {
    check(area);
    int at = 0;
    for (int x = area.minX(); x <= area.maxX(); x++) {
      for (int y = area.minY(); y <= area.maxY(); y++) {
        for (int z = area.minZ(); z <= area.maxZ(); z++) {
          out.put(at++, codeOrAir(x, y, z));
        }
      }
    }
  }

  private void check(Box area) {
    if (area.minY() < minY || area.maxY() >= maxY()) {
      throw new HostException(
          HostException.BAD_VALUE,
          "y %d to %d is outside the world: blocks lie from %d to %d"
              .formatted(area.minY(), area.maxY(), minY, maxY() - 1));
    }
    for (int cx = area.minX() >> 4; cx <= area.maxX() >> 4; cx++) {
      for (int cz = area.minZ() >> 4; cz <= area.maxZ() >> 4; cz++) {
        if (!chunks.containsKey(CoordConversion.chunkIndex(cx, cz))) {
          throw new HostException(
              HostException.UNLOADED,
              "the chunk at x %d, z %d is not among the %d this client holds"
                  .formatted(cx << 4, cz << 4, chunks.size()));
        }
      }
    }
  }

  @Override
  public boolean isAir(int ax, int ay, int az, int bx, int by, int bz) {
    for (int cx = ax >> 4; cx <= bx >> 4; cx++) {
      for (int cz = az >> 4; cz <= bz >> 4; cz++) {
        Palette[] chunk = chunks.get(CoordConversion.chunkIndex(cx, cz));
        if (chunk == null) {
          continue;
        }
        int top = Math.min((by - minY) >> 4, chunk.length - 1);
        for (int s = Math.max((ay - minY) >> 4, 0); s <= top; s++) {
          if (chunk[s].count() != 0) {
            return false;
          }
        }
      }
    }
    return true;
  }

  @Override
  public int minY() {
    return minY;
  }

  @Override
  public int maxY() {
    return minY + (sections << 4);
  }

  @Override
  public int first() {
    return -BORDER;
  }

  @Override
  public int last() {
    return BORDER;
  }
}
