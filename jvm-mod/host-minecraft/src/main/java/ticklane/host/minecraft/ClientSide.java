package ticklane.host.minecraft;

import java.util.Map;
import java.util.function.Supplier;
import ticklane.bridge.Hook;
import ticklane.bridge.TickListener;

/** A client says once what it is; scripts run on its server's side, if it has one. */
final class ClientSide implements TickListener {
  private final HomeFiles home;
  private final Supplier<Map<String, String>> woven;

  ClientSide(HomeFiles home, Supplier<Map<String, String>> woven) {
    this.home = home;
    this.woven = woven;
  }

  @Override
  public void ticked(Object game, boolean heartbeat) {
    Hook.CLIENT_TICK.listen(null);
    new GameSide(home, woven, game, "client").report();
  }
}
