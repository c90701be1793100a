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
  }
}
