package ticklane.loader.fabric;

import ticklane.loader.Boot;

/** Named in fabric.mod.json. */
public final class FabricEntry {
  private FabricEntry() {}

  /** The loader calls it at start, on clients and servers. */
  public static void init() {
    Boot.start("fabric", FabricEntry.class.getClassLoader());
  }
}
