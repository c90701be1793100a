package ticklane.stub;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.objectweb.asm.Type;

/** One version's classes under Mojang names: evidence first, then what the overlay adds. */
final class GameModel {
  final GameVersion version;
  final Evidence evidence;
  final Map<String, ClassModel> classes = new TreeMap<>();

  /** Mojang class name to intermediary. */
  final Map<String, String> toIntermediary = new HashMap<>();

  /** Classes that this version calls otherwise than evidence does. */
  final Map<String, String> renamedClasses = new HashMap<>();

  private final Map<String, String> toMojang = new HashMap<>();
  private final Map<String, String> simpleNames = new HashMap<>();

  GameModel(GameVersion version, Evidence evidence) {
    this.version = version;
    this.evidence = evidence;
    evidence.classes.forEach(this::declare);
  }

  /** A class that intermediary calls otherwise. */
  void declare(String mojang, String intermediary) {
    toIntermediary.put(mojang, intermediary);
    toMojang.put(intermediary, mojang);
    declare(mojang);
  }

  void declare(String mojang) {
    simpleNames.putIfAbsent(mojang.substring(mojang.lastIndexOf('/') + 1), mojang);
  }

  /** Adds the members that evidence proves for this version. */
  void addEvidence() {
    for (Evidence.Fact fact : evidence.members) {
      if (fact.holdsIn(version)) {
        type(fact.owner())
            .add(
                new ClassModel.Member(
                    fact.isField(), fact.owner(), fact.name(), mojang(fact.desc())));
      }
    }
  }

  /** A descriptor in intermediary names, in Mojang's. */
  String mojang(String desc) {
    return mapTypes(desc, name -> toMojang.getOrDefault(name, name));
  }

  /** The full name of a class that may be given by its last part. */
  String full(String name) {
    return simpleNames.getOrDefault(name, name);
  }

  String fullDesc(String desc) {
    return mapTypes(desc, this::full);
  }

  /** A member's name that may go on with the begin of a descriptor. */
  String fullMember(String member) {
    int open = member.indexOf('(');
    return open < 0 ? member : member.substring(0, open) + fullDesc(member.substring(open));
  }

  ClassModel type(String name) {
    return classes.computeIfAbsent(full(name), ClassModel::new);
  }

  static String mapTypes(String desc, UnaryOperator<String> map) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < desc.length(); i++) {
      char c = desc.charAt(i);
      out.append(c);
      if (c == 'L') {
        int end = desc.indexOf(';', i);
        if (end < 0) {
          throw new IllegalStateException("no descriptor: " + desc);
        }
        out.append(map.apply(desc.substring(i + 1, end))).append(';');
        i = end;
      }
    }
    return out.toString();
  }

  ClassModel.Member field(String owner, String name) {
    for (ClassModel c = classes.get(owner); c != null; c = classes.get(c.superName)) {
      ClassModel.Member found = c.members.get(name);
      if (found != null) {
        return found;
      }
    }
    throw new IllegalStateException("no field " + owner + "." + name);
  }

  /**
   * The method a call means: by name and number of arguments, or by the begin of its descriptor.
   */
  ClassModel.Member method(String owner, String wanted, int arguments) {
    ClassModel type = classes.get(owner);
    if (type == null) {
      return null;
    }
    for (ClassModel.Member m : type.named(wanted)) {
      if (!m.isField
          && (wanted.contains("(") || Type.getArgumentTypes(m.desc).length == arguments)) {
        return m;
      }
    }
    ClassModel.Member found = method(type.superName, wanted, arguments);
    for (String above : found == null ? type.interfaces : List.<String>of()) {
      found = found == null ? method(above, wanted, arguments) : found;
    }
    return found;
  }

  boolean isInterface(String name) {
    ClassModel type = classes.get(name);
    return type != null && type.isInterface;
  }
}
