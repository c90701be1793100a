package ticklane.stub;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.Remapper;

/** From Mojang's names to those of a runtime; members are looked for along the hierarchy. */
final class RuntimeNames extends Remapper {
  /** Names that Java gives, so that nobody renames them. */
  private static final Set<String> KEPT =
      Set.of("execute", "run", "toString", "getString", "onResult");

  /** SRG names that loaders' own sources and stack traces show. */
  private static final Map<String, String> KNOWN_SRG =
      Map.of(
          "net/minecraft/server/MinecraftServer.tickServer", "m_5705_",
          "net/minecraft/server/MinecraftServer.tickChildren", "m_5703_",
          "net/minecraft/server/MinecraftServer.stopServer", "m_7041_",
          "net/minecraft/client/Minecraft.tick", "m_91398_",
          "net/minecraft/client/Minecraft.runTick", "m_91383_");

  private final GameModel game;
  private final Map<String, String> classes;
  private final Map<String, String> members = new HashMap<>();
  private final boolean srg;

  private RuntimeNames(GameModel game, boolean srg) {
    super(Opcodes.ASM9);
    this.game = game;
    this.srg = srg;
    classes = srg ? Map.of() : game.toIntermediary;
    int number = 10_000;
    for (Evidence.Fact fact : game.evidence.members) {
      String key = fact.owner() + "." + fact.name();
      number++;
      String name =
          srg
              ? KNOWN_SRG.getOrDefault(key, (fact.isField() ? "f_" : "m_") + number + "_")
              : fact.runtimeName();
      members.put(key + game.mojang(fact.desc()), fact.versions().isEmpty() ? fact.name() : name);
    }
  }

  static RuntimeNames intermediary(GameModel game) {
    return new RuntimeNames(game, false);
  }

  static RuntimeNames srg(GameModel game) {
    return new RuntimeNames(game, true);
  }

  @Override
  public String map(String name) {
    return classes.getOrDefault(name, name);
  }

  @Override
  public String mapMethodName(String owner, String name, String desc) {
    return name.startsWith("<") ? name : find(owner, name, desc);
  }

  @Override
  public String mapFieldName(String owner, String name, String desc) {
    return find(owner, name, desc);
  }

  private String find(String owner, String name, String desc) {
    String declaring = null;
    Deque<String> above = new ArrayDeque<>();
    above.add(owner);
    while (!above.isEmpty()) {
      String type = above.poll();
      String found = members.get(type + "." + name + desc);
      if (found != null) {
        return found;
      }
      ClassModel model = game.classes.get(type);
      if (model != null) {
        if (model.members.containsKey(desc.startsWith("(") ? name + desc : name)) {
          declaring = type;
        }
        above.add(model.superName);
        above.addAll(model.interfaces);
      }
    }
    boolean keeps =
        declaring == null
            || !declaring.startsWith("net/minecraft/")
            || KEPT.contains(name)
            || name.startsWith("stub");
    return keeps ? name : invented(declaring, name, desc);
  }

  /** What evidence doesn't name has a name all the same, one that nobody can know. */
  private String invented(String declaring, String name, String desc) {
    int number = Math.floorMod((declaring + name + desc).hashCode(), 100_000);
    boolean method = desc.startsWith("(");
    return srg
        ? (method ? "m_9" : "f_9") + number + "_"
        : (method ? "method_u" : "field_u") + number;
  }
}
