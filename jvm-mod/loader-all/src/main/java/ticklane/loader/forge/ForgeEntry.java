package ticklane.loader.forge;

import net.minecraftforge.fml.common.Mod;
import ticklane.loader.Boot;

/** Found by its annotation, whose name only Forge looks for. */
@Mod("ticklane")
public final class ForgeEntry {
  /** The loader makes one at start. */
  public ForgeEntry() {
    Boot.start("forge", ForgeEntry.class.getClassLoader());
  }
}
