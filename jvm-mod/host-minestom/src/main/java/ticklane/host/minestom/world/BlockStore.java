package ticklane.host.minestom.world;

import java.nio.IntBuffer;
import java.util.Set;
import net.minestom.server.coordinate.BlockVec;
import net.minestom.server.entity.Player;
import net.minestom.server.instance.InstanceContainer;
import net.minestom.server.instance.block.Block;
import net.minestom.server.network.packet.server.play.BlockChangePacket;
import ticklane.core.Box;
import ticklane.core.HostException;

/**
 * All blocks of the world. The loaded area is fixed for the life of the world, so that what a
 * script sees doesn't depend on where players stand.
 *
 * <p>Writes go to the chunk and never through {@code Instance.setBlock}: mixing the two on one cell
 * in a tick loses the last write, and the chunk is a hundred times faster.
 */
public final class BlockStore implements BlockView {
  /** Chunks from -RADIUS to RADIUS on both axes are loaded. */
  public static final int RADIUS = 12;

  /** First and last loaded block on both horizontal axes. */
  public static final int FIRST = -RADIUS * 16;

  public static final int LAST = RADIUS * 16 + 15;

  private static final int SPAN = 2 * RADIUS + 1;

  /** How many chunks are loaded. */
  public static final int CHUNKS = SPAN * SPAN;

  private final InstanceContainer instance;
  private final WatchedChunk[] chunks = new WatchedChunk[CHUNKS];
  private final int minY;
  private final int maxY;
  private BlockWatcher listener = (x, y, z, oldCode, newCode) -> {};
  private boolean everyCell;
  private long version;

  /** Generates and loads the area in a fixed order. */
  public BlockStore(InstanceContainer instance, WorldKind kind) {
    this.instance = instance;
    minY = instance.getCachedDimensionType().minY();
    maxY = instance.getCachedDimensionType().maxY();
    instance.setGenerator(kind.generator());
    instance.setChunkSupplier((in, x, z) -> new WatchedChunk(in, x, z, this::changed));
    instance.enableAutoChunkLoad(false);
    for (int cx = -RADIUS; cx <= RADIUS; cx++) {
      for (int cz = -RADIUS; cz <= RADIUS; cz++) {
        chunks[(cx + RADIUS) * SPAN + cz + RADIUS] =
            (WatchedChunk) instance.loadChunk(cx, cz).join();
      }
    }
  }

  private void changed(int x, int y, int z, int oldCode, int newCode) {
    version++;
    listener.changed(x, y, z, oldCode, newCode);
  }

  /**
   * Sends changes to {@code listener}.
   *
   * @param everyCell whether bulk writes must report each cell too; they are several times slower
   */
  public void listen(BlockWatcher listener, boolean everyCell) {
    this.listener = listener;
    this.everyCell = everyCell;
  }

  public InstanceContainer instance() {
    return instance;
  }

  /** Counts changes: what rests on blocks rests as long as this stands still. */
  public long version() {
    return version;
  }

  @Override
  public int first() {
    return FIRST;
  }

  @Override
  public int last() {
    return LAST;
  }

  @Override
  public int minY() {
    return minY;
  }

  @Override
  public int maxY() {
    return maxY;
  }

  public static boolean isLoaded(int x, int z) {
    return x >= FIRST && x <= LAST && z >= FIRST && z <= LAST;
  }

  private WatchedChunk chunk(int x, int z) {
    return chunks[((x >> 4) + RADIUS) * SPAN + (z >> 4) + RADIUS];
  }

  @Override
  public int codeOrAir(int x, int y, int z) {
    if (y < minY || y >= maxY || !isLoaded(x, z)) {
      return 0;
    }
    return chunk(x, z).code(x, y, z);
  }

  @Override
  public boolean isAir(int ax, int ay, int az, int bx, int by, int bz) {
    int bottom = Math.max(ay, minY) >> 4;
    int top = Math.min(by, maxY - 1) >> 4;
    if (top < bottom) {
      return true;
    }
    int east = Math.min(bx, LAST) >> 4;
    int south = Math.min(bz, LAST) >> 4;
    for (int cx = Math.max(ax, FIRST) >> 4; cx <= east; cx++) {
      for (int cz = Math.max(az, FIRST) >> 4; cz <= south; cz++) {
        WatchedChunk chunk = chunks[(cx + RADIUS) * SPAN + cz + RADIUS];
        for (int s = bottom; s <= top; s++) {
          if (chunk.palette(s).count() != 0) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** Whether there is no block from y upwards in all chunks that the cells from a to b touch. */
  public boolean isSky(int ax, int y, int az, int bx, int bz) {
    int section = y >> 4;
    int east = Math.min(bx, LAST) >> 4;
    int south = Math.min(bz, LAST) >> 4;
    for (int cx = Math.max(ax, FIRST) >> 4; cx <= east; cx++) {
      for (int cz = Math.max(az, FIRST) >> 4; cz <= south; cz++) {
        if (section <= chunks[(cx + RADIUS) * SPAN + cz + RADIUS].highestSection(version)) {
          return false;
        }
      }
    }
    return true;
  }

  @Override
  public boolean mayAct(int ax, int ay, int az, int bx, int by, int bz) {
    int bottom = Math.max(ay, minY) >> 4;
    int top = Math.min(by, maxY - 1) >> 4;
    if (top < bottom) {
      return false;
    }
    int east = Math.min(bx, LAST) >> 4;
    int south = Math.min(bz, LAST) >> 4;
    for (int cx = Math.max(ax, FIRST) >> 4; cx <= east; cx++) {
      for (int cz = Math.max(az, FIRST) >> 4; cz <= south; cz++) {
        WatchedChunk chunk = chunks[(cx + RADIUS) * SPAN + cz + RADIUS];
        for (int s = bottom; s <= top; s++) {
          if (chunk.mayAct(s)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /**
   * Sees that an area can be read and written.
   *
   * @throws HostException unloaded, or bad_value when outside the world's height
   */
  public void check(Box area) {
    if (area.minY() < minY || area.maxY() >= maxY) {
      throw new HostException(
          HostException.BAD_VALUE,
          "y %s is outside the world: blocks lie from %d to %d"
              .formatted(range(area.minY(), area.maxY()), minY, maxY - 1));
    }
    if (!isLoaded(area.minX(), area.minZ()) || !isLoaded(area.maxX(), area.maxZ())) {
      throw unloaded(
          "x %s, z %s".formatted(range(area.minX(), area.maxX()), range(area.minZ(), area.maxZ())));
    }
  }

  private static String range(int from, int to) {
    return from == to ? Integer.toString(from) : from + " to " + to;
  }

  public static HostException unloaded(String what) {
    return new HostException(
        HostException.UNLOADED,
        "%s is not loaded: this world holds x and z from %d to %d".formatted(what, FIRST, LAST));
  }

  /** Code of one cell, checked. */
  public int code(int x, int y, int z) {
    check(new Box(x, y, z, x, y, z));
    return chunk(x, z).code(x, y, z);
  }

  /** Sets one cell, checked; returns the old code. */
  public int set(int x, int y, int z, int code) {
    int old = code(x, y, z);
    Block block = block(code);
    WatchedChunk chunk = chunk(x, z);
    chunk.lockWriteLock();
    try {
      chunk.setBlock(x, y, z, block);
    } finally {
      chunk.unlockWriteLock();
    }
    Set<? extends Player> viewers = chunk.getViewers();
    if (old != code && !viewers.isEmpty()) {
      BlockChangePacket packet = new BlockChangePacket(new BlockVec(x, y, z), code);
      viewers.forEach(viewer -> viewer.sendPacket(packet));
    }
    return old;
  }

  private static Block block(int code) {
    Block block = code < 0 ? null : Block.fromStateId(code);
    if (block == null) {
      throw new HostException(HostException.BAD_VALUE, "no block state has the code " + code);
    }
    return block;
  }

  /** Copies the codes of an area, z fastest, then y, then x. */
  public void read(Box area, IntBuffer out) {
    check(area);
    Areas.read(this, area, out);
  }

  /** Writes codes in the order of {@link #read}; returns the cells that changed. */
  public int write(Box area, IntBuffer codes) {
    int strideX = area.sizeY() * area.sizeZ();
    for (int i = 0; i < area.cells(); i++) {
      block(codes.get(i));
    }
    return rewrite(
        area,
        (x, y, z) ->
            codes.get(
                (x - area.minX()) * strideX + (y - area.minY()) * area.sizeZ() + z - area.minZ()));
  }

  /** Sets every cell of an area; returns the cells that changed. */
  public int fill(Box area, int code) {
    block(code);
    return rewrite(area, (x, y, z) -> code);
  }

  private int rewrite(Box area, Areas.Codes wanted) {
    check(area);
    int changed = Areas.rewrite(this, area, wanted, everyCell ? this::changed : null);
    if (changed > 0) {
      version++;
    }
    return changed;
  }

  WatchedChunk chunkAt(int chunkX, int chunkZ) {
    return chunks[(chunkX + RADIUS) * SPAN + chunkZ + RADIUS];
  }
}
