package ticklane.loader.paper;

import org.bukkit.plugin.java.JavaPlugin;
import ticklane.loader.Boot;
import ticklane.loader.Heart;

/** Named in plugin.yml. */
public final class PaperEntry extends JavaPlugin {
  @Override
  public void onEnable() {
    Boot.start("paper", JavaPlugin.class.getClassLoader());
    if (Heart.beats()) {
      PaperTicks.listen(this);
    }
  }
}
