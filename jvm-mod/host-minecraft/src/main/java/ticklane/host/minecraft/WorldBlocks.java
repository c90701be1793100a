package ticklane.host.minecraft;

import ticklane.core.Box;
import ticklane.core.HostException;

/** Reads and writes a level's blocks. The lane's thread. */
final class WorldBlocks {
  /** The game's own numbers: tell neighbours, tell clients, let no shape change spread. */
  private static final int NEIGHBOURS = 1;

  private static final int CLIENTS = 2;
  private static final int NO_SPREADING = 16;

  private final Names names;
  private final NameCodes codes;

  WorldBlocks(Names names, NameCodes codes) {
    this.names = names;
    this.codes = codes;
  }

  interface Cell {
    void at(int x, int y, int z);
  }

  /** In the order of core's blocks: z fastest, then y, then x. */
  static void each(Box area, Cell cell) {
    for (int x = area.minX(); x <= area.maxX(); x++) {
      for (int y = area.minY(); y <= area.maxY(); y++) {
        for (int z = area.minZ(); z <= area.maxZ(); z++) {
          cell.at(x, y, z);
        }
      }
    }
  }

  private Object position(int x, int y, int z) {
    return Calls.call(names.handle("blockPos.new"), x, y, z);
  }

  /** The game would make a chunk that isn't there, and take its time. */
  void needLoaded(Object level, int x, int z) {
    if (!Boolean.TRUE.equals(Calls.call(names.handle("level.hasChunk"), level, x >> 4, z >> 4))) {
      throw new HostException(
          HostException.UNLOADED, "the chunk at x %d, z %d isn't loaded".formatted(x, z));
    }
  }

  /** All chunks of an area. */
  void needLoaded(Object level, Box area) {
    for (int x = area.minX() >> 4; x <= area.maxX() >> 4; x++) {
      for (int z = area.minZ() >> 4; z <= area.maxZ() >> 4; z++) {
        needLoaded(level, x << 4, z << 4);
      }
    }
  }

  int get(Object level, int x, int y, int z) {
    return codes.stateCode(Calls.call(names.handle("level.block"), level, position(x, y, z)));
  }

  boolean set(Object level, int x, int y, int z, int code, boolean update) {
    int flags = update ? NEIGHBOURS | CLIENTS : CLIENTS | NO_SPREADING;
    return Boolean.TRUE.equals(
        Calls.call(
            names.handle("level.setBlock"), level, position(x, y, z), codes.state(code), flags));
  }
}
