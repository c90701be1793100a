package ticklane.host.minecraft;

/** Whose names the running game wears. */
enum NameSpace {
  MOJANG("Mojang"),
  INTERMEDIARY("intermediary"),
  SRG("SRG"),
  SPIGOT("Spigot"),
  UNKNOWN("unknown");

  private final String word;

  NameSpace(String word) {
    this.word = word;
  }

  /**
   * What the classes of that loader say: its server's methods, and whether entities have a name.
   */
  static NameSpace of(ClassLoader game) {
    Class<?> server;
    try {
      server = Class.forName("net.minecraft.server.MinecraftServer", false, game);
    } catch (ClassNotFoundException | LinkageError e) {
      return exists("net.minecraft.class_1297", game)
          ? INTERMEDIARY
          : exists("net.minecraft.client.Minecraft", game) ? MOJANG : UNKNOWN;
    }
    for (java.lang.reflect.Method method : server.getDeclaredMethods()) {
      switch (method.getName()) {
        case "tickServer" -> {
          return MOJANG;
        }
        case "method_3748" -> {
          return INTERMEDIARY;
        }
        case "m_5705_" -> {
          return SRG;
        }
        default -> {
          // Says nothing.
        }
      }
    }
    return exists("net.minecraft.world.entity.Entity", game) ? SPIGOT : UNKNOWN;
  }

  private static boolean exists(String type, ClassLoader game) {
    try {
      Class.forName(type, false, game);
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  @Override
  public String toString() {
    return word;
  }
}
