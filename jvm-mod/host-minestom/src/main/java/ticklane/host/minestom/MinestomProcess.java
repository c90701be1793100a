package ticklane.host.minestom;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import net.minestom.server.MinecraftServer;
import net.minestom.server.ServerProcess;
import net.minestom.server.instance.Instance;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one Minestom process of this JVM: started without its own tick loop, which is ours. */
final class MinestomProcess {
  private static final Logger LOG = LoggerFactory.getLogger(MinestomProcess.class);
  private static final long TICK_NANOS = 50_000_000L;

  /** How often Minestom's thread ticks although nobody is connected. */
  private static final int UNWATCHED_EVERY = 1_024;

  /** What it takes in of comings and goings in a tick (MpscUnboundedArrayQueue.drain). */
  private static final int TAKEN_IN = 4_096;

  private final ServerProcess process;
  private int port;
  private long ticks;
  private long waiting;

  private MinestomProcess(ServerProcess process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Minestom reads these when its classes load, so this comes first of all. */
  static void setFlags() {
    // Keep-alive counts tick time: a sprint would kick everybody within a second.
    System.setProperty("minestom.keep-alive-kick", "9000000000000");
    // A block change reaches a client in 0.5 ms instead of up to 25.
    System.setProperty("minestom.new-socket-write-lock", "true");
    // Otherwise packets are made even when nobody watches, and flushed on the common pool.
    System.setProperty("minestom.viewable-packet", "false");
    System.setProperty("minestom.dispatcher-threads", "1");
    System.setProperty("minestom.shutdown-on-signal", "false");
  }

  /**
   * @param port on the loopback interface, 0 for any free one, -1 for none
   */
  static MinestomProcess boot(int port) {
    MinecraftServer.init();
    MinecraftServer.setBrandName("Ticklane");
    MinecraftServer.getExceptionManager()
        .setExceptionHandler(e -> LOG.error("Minestom met an error", e));
    ServerProcess process = MinecraftServer.process();
    int bound = -1;
    if (port >= 0) {
      process.start(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
      bound = MinecraftServer.getServer().getPort();
    }
    process.dispatcher().start();
    return new MinestomProcess(process, bound);
  }

  ServerProcess process() {
    return process;
  }

  /** The port that clients can join on, -1 when there is none. */
  int port() {
    return port;
  }

  /** The port that clients can join on, any free one if none was open. The server thread. */
  int openPort() {
    if (port < 0) {
      process.start(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0));
      port = MinecraftServer.getServer().getPort();
    }
    return port;
  }

  /**
   * One tick of connections, players and chunks; on a clock of its own that never jumps.
   *
   * <p>Minestom ticks players and chunks on a thread of its own and waits for it. Waking that
   * thread costs 50 µs on an idle machine, five times the rest of an empty world's tick, so it is
   * left alone while nobody is connected: our entities tick elsewhere, and chunks do nothing by
   * themselves. It is woken now and then all the same, as until then it holds on to every entity
   * that has come or gone; sooner when these become as many as it can take in.
   */
  void tick() {
    long now = ++ticks * TICK_NANOS;
    if (isItsTurn()) {
      process.ticker().tick(now);
      return;
    }
    process.scheduler().processTick();
    process.connection().tick(now);
    for (Instance instance : process.instance().getInstances()) {
      instance.tick(TimeUnit.NANOSECONDS.toMillis(now));
    }
    process.scheduler().processTickEnd();
  }

  /** So many more chunks and entities have come or gone. */
  void expect(long changes) {
    waiting += changes;
  }

  private boolean isItsTurn() {
    boolean turn = ticks % UNWATCHED_EVERY == 1 || waiting >= TAKEN_IN / 2 || isSomebodyHere();
    if (turn) {
      waiting = Math.max(0, waiting - TAKEN_IN);
    }
    return turn;
  }

  /** Who has hung up is still here until the world has let go of them, which takes a tick. */
  private boolean isSomebodyHere() {
    if (process.connection().getOnlinePlayerCount() > 0
        || !process.connection().getConfigPlayers().isEmpty()) {
      return true;
    }
    for (Instance instance : process.instance().getInstances()) {
      if (!instance.getPlayers().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** What goes on while the world is frozen: people join, talk and look around; no time passes. */
  void idle() {
    long now = ++ticks * TICK_NANOS;
    process.connection().tick(now);
    if (isItsTurn()) {
      process.dispatcher().updateAndAwait(now);
    }
  }

  void stop() {
    process.stop();
  }
}
