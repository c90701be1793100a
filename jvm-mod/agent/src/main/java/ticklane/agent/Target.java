package ticklane.agent;

import java.util.List;
import java.util.Set;

/**
 * A method to weave, under every name it goes by.
 *
 * @param call the method of the bridge to call before each return
 * @param classes internal names of the class: Mojang's, intermediary
 * @param methods its names: Mojang's, intermediary, Forge 1.18.2's
 */
record Target(String call, Set<String> classes, Set<String> methods, String desc) {
  private static final Set<String> SERVER = Set.of("net/minecraft/server/MinecraftServer");

  /** It doesn't call the server's own tick while the player has paused: then this return is all. */
  private static final Set<String> INTEGRATED =
      Set.of("net/minecraft/client/server/IntegratedServer", "net/minecraft/class_1132");

  private static final Set<String> CLIENT =
      Set.of("net/minecraft/client/Minecraft", "net/minecraft/class_310");
  private static final Set<String> TICK_SERVER = Set.of("tickServer", "method_3748", "m_5705_");
  private static final String WHILE = "(Ljava/util/function/BooleanSupplier;)V";

  static final String CHILDREN = "childrenTick";

  static final List<Target> ALL =
      List.of(
          new Target("serverTick", SERVER, TICK_SERVER, WHILE),
          new Target("serverTick", INTEGRATED, TICK_SERVER, WHILE),
          new Target(CHILDREN, SERVER, Set.of("tickChildren", "method_3813", "m_5703_"), WHILE),
          new Target("serverStop", SERVER, Set.of("stopServer", "method_3782", "m_7041_"), "()V"),
          new Target("clientTick", CLIENT, Set.of("tick", "method_1574", "m_91398_"), "()V"),
          new Target("frame", CLIENT, Set.of("runTick", "method_1523", "m_91383_"), "(Z)V"));

  static boolean concerns(String className) {
    return SERVER.contains(className)
        || CLIENT.contains(className)
        || INTEGRATED.contains(className);
  }

  boolean matches(String className, String method, String descriptor) {
    return desc.equals(descriptor) && methods.contains(method) && classes.contains(className);
  }
}
