package ticklane.loader.paper;

import org.bukkit.event.Event;
import org.bukkit.event.EventPriority;
import org.bukkit.event.Listener;
import org.bukkit.plugin.java.JavaPlugin;
import ticklane.loader.Heart;

/** The server's ticks by Paper's event, where no agent could be loaded: plugins have no mixins. */
final class PaperTicks implements Listener {
  private static final String TICK_END = "com.destroystokyo.paper.event.server.ServerTickEndEvent";

  private PaperTicks() {}

  static void listen(JavaPlugin plugin) {
    try {
      Class<? extends Event> end = Class.forName(TICK_END).asSubclass(Event.class);
      Object craft = plugin.getServer();
      Object server = craft.getClass().getMethod("getServer").invoke(craft);
      plugin
          .getServer()
          .getPluginManager()
          .registerEvent(
              end,
              new PaperTicks(),
              EventPriority.MONITOR,
              (listener, event) -> Heart.tick(server),
              plugin);
    } catch (ReflectiveOperationException | LinkageError e) {
      System.err.println("[ticklane] is off: this server has no tick events (" + e + ")");
    }
  }
}
