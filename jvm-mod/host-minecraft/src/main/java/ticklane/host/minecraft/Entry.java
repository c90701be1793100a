package ticklane.host.minecraft;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import ticklane.bridge.Hook;

/**
 * Where the agent hands over: reads the home's launch file and waits for the game's first tick.
 * Made by name, in a loader that has nothing of the game.
 */
public final class Entry implements Consumer<Map<String, Object>> {
  private static final long PATIENCE_MS = 180_000;

  /**
   * Arms the hooks.
   *
   * @param given {@code home} (Path) and {@code woven} (Supplier of what was woven)
   * @throws IllegalArgumentException the launch file can't be used
   */
  @Override
  public void accept(Map<String, Object> given) {
    @SuppressWarnings("unchecked")
    Supplier<Map<String, String>> woven = (Supplier<Map<String, String>>) given.get("woven");
    HomeFiles home = HomeFiles.read((Path) given.get("home"));
    home.startPythonAhead();
    ServerSide server = new ServerSide(home, woven);
    Hook.SERVER_TICK.listen(server);
    Hook.SERVER_STOP.listen((game, heartbeat) -> server.stopped(game));
    Hook.CLIENT_TICK.listen(new ClientSide(home, woven));
    sayWhenNothingIsMet(woven);
  }

  /** A game that wears names nobody knows would otherwise go on without a word. */
  private static void sayWhenNothingIsMet(Supplier<Map<String, String>> woven) {
    Thread watcher =
        new Thread(
            () -> {
              try {
                Thread.sleep(Long.getLong("ticklane.patience_ms", PATIENCE_MS));
              } catch (InterruptedException e) {
                return;
              }
              if (woven.get().isEmpty()) {
                System.err.println(
                    "[ticklane] is off: none of the game's methods has a name that is known (before"
                        + " 26.1 a game needs a mod loader for that)");
              }
            },
            "ticklane-patience");
    watcher.setDaemon(true);
    watcher.start();
  }
}
