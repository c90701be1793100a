package ticklane.loader.neoforge;

import net.neoforged.fml.common.Mod;
import ticklane.loader.Boot;

/** Found by its annotation, whose name only NeoForge looks for. */
@Mod("ticklane")
public final class NeoForgeEntry {
  /** The loader makes one at start. */
  public NeoForgeEntry() {
    Boot.start("neoforge", NeoForgeEntry.class.getClassLoader());
  }
}
