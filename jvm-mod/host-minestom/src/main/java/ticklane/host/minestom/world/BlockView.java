package ticklane.host.minestom.world;

/** Blocks as whoever moves among them asks for them: the world's own, or those a client holds. */
public interface BlockView {
  /** Code of a cell, air where nothing is loaded. */
  int codeOrAir(int x, int y, int z);

  /** Whether all sections that the cells from a to b touch hold nothing but air. */
  boolean isAir(int ax, int ay, int az, int bx, int by, int bz);

  /**
   * Whether a block that does more to what moves than stop it may be among the cells from a to b.
   */
  default boolean mayAct(int ax, int ay, int az, int bx, int by, int bz) {
    return !isAir(ax, ay, az, bx, by, bz);
  }

  /** Lowest block layer. */
  int minY();

  /** First layer above the world. */
  int maxY();

  /** First and last cell on both horizontal axes that may hold a block. */
  int first();

  int last();
}
