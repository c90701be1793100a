package ticklane.host.minestom;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import net.minestom.server.MinecraftServer;
import net.minestom.server.instance.InstanceContainer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import ticklane.core.EventKind;
import ticklane.host.minestom.command.Commands;
import ticklane.host.minestom.entity.Population;
import ticklane.host.minestom.world.BlockStore;
import ticklane.host.minestom.world.WorldKind;

/**
 * One world with everything in it and its clock. All but {@link #hand} and the clock belongs to the
 * server thread.
 */
public final class Game {
  private static final Logger LOG = LoggerFactory.getLogger(Game.class);

  private final MinestomProcess process;
  private final InstanceContainer instance;
  private final BlockStore blocks;
  private final Population population;
  private final PacedClock clock;
  private final Commands commands;
  private long toldChanges;
  private final Queue<Runnable> inbox = new ConcurrentLinkedQueue<>();

  /**
   * Makes the world; on the server thread.
   *
   * @param wake ends the pacing wait early; any thread
   * @param shutdown asks the loop to end; any thread
   */
  Game(MinestomProcess process, LaunchConfig config, Runnable wake, Runnable shutdown) {
    this.process = process;
    instance = MinecraftServer.getInstanceManager().createInstanceContainer();
    blocks = new BlockStore(instance, config.world());
    process.expect(BlockStore.CHUNKS);
    population = new Population(blocks, config.seed());
    clock = new PacedClock(config.sprints(), config.frozen(), wake);
    commands = new Commands(this, shutdown);
    watchBlocks();
  }

  /** Plain world for tests and benches. */
  Game(MinestomProcess process, WorldKind world, long seed) {
    this(process, new LaunchConfig(world, seed, true, true, -1, 300), () -> {}, () -> {});
  }

  /** Bulk writes report cell by cell only while somebody wants to know. */
  void watchBlocks() {
    blocks.listen(
        population.events()::blockChanged, population.events().wants(EventKind.BLOCK_CHANGE));
  }

  /** One game tick: entities, then players and connections, then what players asked for. */
  void tick() {
    population.tick();
    process.tick();
    population.observePlayers();
    process.expect(population.changes() - toldChanges);
    toldChanges = population.changes();
    drainInbox();
  }

  /** Keeps connections alive while the world stands still. */
  void idle() {
    process.idle();
    drainInbox();
  }

  private void drainInbox() {
    for (Runnable task = inbox.poll(); task != null; task = inbox.poll()) {
      try {
        task.run();
      } catch (RuntimeException e) {
        // What one player sent must not end the game for everybody.
        LOG.error("a player's request failed", e);
      }
    }
  }

  /** Hands something over to the server thread, which does it in the current or next tick. */
  void hand(Runnable task) {
    inbox.add(task);
  }

  /** The port for clients, opened now if nobody was to join until now. The server thread. */
  int openPort() {
    return process.openPort();
  }

  public InstanceContainer instance() {
    return instance;
  }

  public BlockStore blocks() {
    return blocks;
  }

  public Population population() {
    return population;
  }

  public PacedClock clock() {
    return clock;
  }

  public Commands commands() {
    return commands;
  }
}
