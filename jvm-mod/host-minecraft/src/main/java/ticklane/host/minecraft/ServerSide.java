package ticklane.host.minecraft;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import ticklane.bridge.TickListener;
import ticklane.core.Core;
import ticklane.core.Lane;

/**
 * The server lane of a real game: opened in the first tick of a server, stepped at the end of each
 * one, kept alive by heartbeats while no time passes. What fails is said once and is off; the game
 * goes on.
 */
final class ServerSide implements TickListener {
  private final HomeFiles home;
  private final Supplier<Map<String, String>> woven;
  private Object server;
  private MinecraftHost host;
  private volatile Core core;
  private Lane lane;

  ServerSide(HomeFiles home, Supplier<Map<String, String>> woven) {
    this.home = home;
    this.woven = woven;
    Runtime.getRuntime().addShutdownHook(new Thread(this::processEnds, "ticklane-shutdown"));
  }

  /** What can be saved when the game's process ends before its server has. */
  private void processEnds() {
    Core running = core;
    if (running != null) {
      running.abandon();
    }
  }

  @Override
  public void ticked(Object game, boolean heartbeat) {
    if (!game.equals(server)) {
      abandon();
      server = game;
      open(game);
    }
    if (lane == null) {
      return;
    }
    if (heartbeat) {
      lane.heartbeat();
      return;
    }
    host.time().ticked(System.nanoTime());
    host.look();
    lane.step(host.tick());
  }

  private void open(Object game) {
    GameSide side = new GameSide(home, woven, game, "server");
    try {
      if (side.names().has("ticks")) {
        start(game, side);
      } else {
        side.problem("Ticklane is off: the server's tick count can't be read");
      }
    } catch (IOException | RuntimeException | LinkageError e) {
      side.problem("Ticklane is off: " + e.getMessage());
      abandon();
    }
    side.report();
  }

  private void start(Object game, GameSide side) throws IOException {
    Optional<String> problem = GameStack.ofThisGame().problem(home.options().jepDir());
    if (problem.isPresent()) {
      throw new IllegalStateException(problem.get());
    }
    host = new MinecraftHost(game, side.names(), side.facts().versions());
    core = Core.start(home.options(), host, () -> {});
    Lane opened = core.lane("server");
    opened.open();
    lane = opened;
    core.ready();
  }

  /** A server has stopped, on its own thread: the lane ends there, and so do its scripts. */
  void stopped(Object game) {
    if (lane != null && game.equals(server)) {
      lane.close("game_stopped");
      core.close();
      forget();
    }
  }

  /** A server whose end was never heard: its thread is gone, and what it held with it. */
  private void abandon() {
    if (core != null) {
      core.abandon();
    }
    forget();
  }

  private void forget() {
    lane = null;
    core = null;
    host = null;
    server = null;
  }
}
