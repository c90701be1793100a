package ticklane.host.minecraft;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The mods a loader has loaded, by its own public calls. */
final class LoadedMods {
  private static final int SHOWN = 60;

  private LoadedMods() {}

  /** "name version, …"; empty where the loader can't be asked. */
  static Optional<String> of(ClassLoader game) {
    try {
      return Optional.of(fabric(game));
    } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
      // Not Fabric, then.
    }
    for (String list :
        new String[] {"net.neoforged.fml.ModList", "net.minecraftforge.fml.ModList"}) {
      try {
        return Optional.of(forge(list, game));
      } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
        // Not that one, then.
      }
    }
    return Optional.empty();
  }

  private static String fabric(ClassLoader game) throws ReflectiveOperationException {
    Class<?> type = Class.forName("net.fabricmc.loader.api.FabricLoader", false, game);
    Object loader = type.getMethod("getInstance").invoke(null);
    TreeSet<String> mods = new TreeSet<>();
    for (Object mod : (Collection<?>) type.getMethod("getAllMods").invoke(loader)) {
      Object facts = call(mod, "getMetadata", "net.fabricmc.loader.api.ModContainer", game);
      String owner = "net.fabricmc.loader.api.metadata.ModMetadata";
      Object version = call(facts, "getVersion", owner, game);
      mods.add(
          call(facts, "getId", owner, game)
              + " "
              + call(version, "getFriendlyString", "net.fabricmc.loader.api.Version", game));
    }
    return shown(mods);
  }

  private static String forge(String list, ClassLoader game) throws ReflectiveOperationException {
    Class<?> type = Class.forName(list, false, game);
    Object loaded = type.getMethod("get").invoke(null);
    TreeSet<String> mods = new TreeSet<>();
    for (Object mod : (Collection<?>) type.getMethod("getMods").invoke(loaded)) {
      Object id = mod.getClass().getMethod("getModId").invoke(mod);
      mods.add(id + " " + mod.getClass().getMethod("getVersion").invoke(mod));
    }
    return shown(mods);
  }

  /** By the interface that declares it: the loader's own classes aren't public. */
  private static Object call(Object on, String method, String type, ClassLoader game)
      throws ReflectiveOperationException {
    return Class.forName(type, false, game).getMethod(method).invoke(on);
  }

  private static String shown(Set<String> mods) {
    String all = String.join(", ", mods.stream().limit(SHOWN).toList());
    return mods.size() > SHOWN ? all + ", and %d more".formatted(mods.size() - SHOWN) : all;
  }
}
