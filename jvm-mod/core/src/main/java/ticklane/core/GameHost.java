package ticklane.core;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.List;

/**
 * What core needs of a game: the one seam between core and any Minecraft. A new host implements
 * this and starts lanes; nothing else in the tree changes.
 *
 * <p>Every method but {@link #info()} and {@link #clock()} is called on the lane's own thread,
 * between ticks of the world, so implementations need no locks. Positions are blocks at the feet,
 * velocities blocks per tick, angles degrees, times game ticks. A request that can't be met throws
 * {@link HostException} and leaves the world as it was.
 */
public interface GameHost {

  /** Which game this is and what it models. Constant for the host's life; any thread. */
  GameInfo info();

  /**
   * Whose rights the lane's scripts have. Asked every tick: the same object as long as nothing has
   * changed.
   */
  default Authority authority() {
    return Authority.SERVER;
  }

  /** The last completed tick, 0 before the first. */
  long tick();

  /**
   * Fills the columns with all loaded entities in spawn order: {@code columns.begin(n)}, then one
   * {@code put} a row.
   */
  void fill(EntityColumns columns);

  /** The name behind a code of a table; codes keep their meaning for the life of the process. */
  String name(NameTable table, int code);

  /** The code of a name, with or without namespace, -1 when the game doesn't know it. */
  int code(NameTable table, String name);

  /** The known names nearest to one that isn't, best first. */
  List<String> nearest(NameTable table, String name, int limit);

  /**
   * Creates an entity in exactly the asked state and returns its id; it first moves in the next
   * tick.
   */
  int spawn(SpawnRequest request);

  /**
   * Sets state in bulk. {@code rows} holds {@code n} rows of {@link Modification#ROW_BYTES} bytes:
   * long id, then doubles x y z vx vy vz yaw pitch; {@code mask} says which of them count ({@link
   * Modification}).
   *
   * @throws HostException kind gone, naming the first id that is no more; all other rows were done
   */
  void modify(ByteBuffer rows, int n, int mask);

  /** Takes entities away without drops; returns how many of the {@code n} long ids were there. */
  int remove(ByteBuffer ids, int n);

  /**
   * What became of an entity that is no more, as JSON {@code {"type","tick","cause","pos"}}; empty
   * when it was never seen.
   */
  String removal(int id);

  /** Block state code at a position. */
  int block(int x, int y, int z);

  /** Copies the codes of an area into {@code out}, z fastest, then y, then x. */
  void readBlocks(Box area, IntBuffer out);

  /** Writes codes in the order of {@link #readBlocks}; returns the cells that changed. */
  int writeBlocks(Box area, IntBuffer codes);

  /** Sets one block and returns the old code; {@code update} tells neighbours. */
  int setBlock(int x, int y, int z, int code, boolean update);

  /** Sets every cell of an area; returns the cells that changed. */
  int fillBlocks(Box area, int code);

  /**
   * Remembers the blocks of an area and all state of the entities whose feet are in it; players
   * aren't remembered.
   */
  default AreaSnapshot snapshot(Box area) {
    throw new HostException(HostException.NOT_HERE, "this host has no snapshots");
  }

  /**
   * Puts an area back: what is in it now goes, and so do remembered entities that have left it;
   * then those that were in it come again in their order, after everything else, with their UUIDs
   * and new ids.
   */
  default void restore(AreaSnapshot snapshot) {
    throw new HostException(HostException.NOT_HERE, "this host has no snapshots");
  }

  /** Starts the world's chance anew, that of UUIDs too. */
  default void reseed(long seed) {
    throw new HostException(HostException.NOT_HERE, "this host's chance has no seed");
  }

  /** Turns a TNT block into primed TNT; returns the entity's id. */
  int ignite(int x, int y, int z, int fuse);

  /** Runs one command line (no slash) with the lane's rights. */
  CommandResult command(String text);

  /** The answer to a command that was pending under that number; null while there is none. */
  default CommandResult reply(int number) {
    return null;
  }

  /** The entity id of the lane's own player, -1 where there is none. */
  default int self() {
    return -1;
  }

  /**
   * Does something as the lane's own player, in its next tick: move (a forward, b left, c sprint, d
   * sneak), look (a yaw, b pitch), jump, attack, use, select (a slot).
   */
  default void control(String action, double a, double b, boolean c, boolean d) {
    throw new HostException(
        HostException.NOT_HERE, "a player is controlled on the client lane only");
  }

  /**
   * Draws what this lane sees, as it is when it is asked; null where pictures are the game's
   * client's to take.
   */
  default PictureSource pictures() {
    return null;
  }

  /** Everyone online, in join order. */
  List<PlayerInfo> players();

  /**
   * From now on events whose kind is in {@code mask} (bit {@link EventKind#bit()}) go to {@code
   * queue}.
   */
  void subscribe(int mask, EventQueue queue);

  /**
   * The game's raw object behind this lane, for scripts that were allowed the capability {@code
   * internals}.
   */
  default Object internals() {
    throw new HostException(HostException.NOT_HERE, "this host gives out no raw objects");
  }

  /** Freeze, step, sprint and pace; its requests may come from any thread. */
  GameClock clock();
}
