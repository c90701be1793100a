package ticklane.host.minecraft;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The table's rows in the running game: each resolved once to a handle, or missing. A mapped name
 * may belong to a supertype, so each is looked for along the runtime's own hierarchy.
 */
final class Names {
  /** One row as it turned out: {@code chosen} is null when the game has none of the candidates. */
  record Found(NamesTable.Row row, Candidate chosen, String runtimeName, String problem) {}

  private final ClassLoader game;
  private final Mappings mappings;
  private final Map<String, MethodHandle> getters = new HashMap<>();
  private final Map<String, MethodHandle> setters = new HashMap<>();
  private final Map<String, Class<?>> types = new HashMap<>();
  private final List<Found> found = new ArrayList<>();

  private Names(ClassLoader game, Mappings mappings) {
    this.game = game;
    this.mappings = mappings;
  }

  static Names resolve(ClassLoader game, Mappings mappings, List<NamesTable.Row> table) {
    Names names = new Names(game, mappings);
    table.forEach(row -> names.found.add(names.resolve(row)));
    return names;
  }

  private Found resolve(NamesTable.Row row) {
    List<String> problems = new ArrayList<>();
    for (Candidate candidate : row.candidates()) {
      try {
        return new Found(row, candidate, resolve(row, candidate), "");
      } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
        problems.add(candidate + ": " + problem(e));
      }
    }
    return new Found(row, null, "", String.join("; ", problems));
  }

  private static String problem(Throwable e) {
    return switch (e.getClass().getSimpleName()) {
      case "ClassNotFoundException", "NoClassDefFoundError" -> "no class " + e.getMessage();
      case "NoSuchMethodException", "NoSuchFieldException" -> e.getMessage();
      default -> e.toString();
    };
  }

  private String resolve(NamesTable.Row row, Candidate candidate)
      throws ReflectiveOperationException {
    Class<?> owner = type(candidate.owner());
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    switch (row.kind()) {
      case CLASS -> {
        types.put(row.id(), owner);
        return owner.getName();
      }
      case CONSTRUCTOR -> {
        Constructor<?> constructor =
            owner.getDeclaredConstructor(methodType(candidate.desc()).parameterArray());
        constructor.setAccessible(true);
        getters.put(row.id(), lookup.unreflectConstructor(constructor));
        return owner.getName();
      }
      case FIELD -> {
        Field field = field(owner, candidate);
        field.setAccessible(true);
        getters.put(row.id(), lookup.unreflectGetter(field));
        if (!java.lang.reflect.Modifier.isFinal(field.getModifiers())) {
          setters.put(row.id(), lookup.unreflectSetter(field));
        }
        return field.getDeclaringClass().getName() + "." + field.getName();
      }
      default -> {
        Method method = method(owner, candidate);
        method.setAccessible(true);
        getters.put(row.id(), lookup.unreflect(method));
        return method.getDeclaringClass().getName() + "." + method.getName();
      }
    }
  }

  private Class<?> type(String mojang) throws ClassNotFoundException {
    return Class.forName(mappings.typeName(mojang).replace('/', '.'), false, game);
  }

  /** The class and everything above it, nearest first. */
  private static List<Class<?>> hierarchy(Class<?> type) {
    List<Class<?>> all = new ArrayList<>();
    Deque<Class<?>> left = new ArrayDeque<>(List.of(type));
    while (!left.isEmpty()) {
      Class<?> next = left.poll();
      all.add(next);
      if (next.getSuperclass() != null) {
        left.add(next.getSuperclass());
      }
      left.addAll(List.of(next.getInterfaces()));
    }
    return all;
  }

  private String runtimeName(List<Class<?>> hierarchy, Candidate candidate) {
    for (Class<?> type : hierarchy) {
      String name = mappings.memberName(type, candidate);
      if (name != null) {
        return name;
      }
    }
    // Names that nobody obfuscates are in no table.
    return candidate.name();
  }

  private Method method(Class<?> owner, Candidate candidate) throws ReflectiveOperationException {
    List<Class<?>> hierarchy = hierarchy(owner);
    String name = runtimeName(hierarchy, candidate);
    MethodType wanted = methodType(candidate.desc());
    for (Class<?> type : hierarchy) {
      for (Method method : type.getDeclaredMethods()) {
        if (method.getName().equals(name)
            && method.getReturnType() == wanted.returnType()
            && List.of(method.getParameterTypes()).equals(wanted.parameterList())) {
          return method;
        }
      }
    }
    throw new NoSuchMethodException("no method " + name + " in " + owner.getName());
  }

  private Field field(Class<?> owner, Candidate candidate) throws ReflectiveOperationException {
    List<Class<?>> hierarchy = hierarchy(owner);
    String name = runtimeName(hierarchy, candidate);
    Class<?> wanted =
        candidate.desc().equals("*") ? null : methodType("()" + candidate.desc()).returnType();
    for (Class<?> type : hierarchy) {
      for (Field field : type.getDeclaredFields()) {
        if (field.getName().equals(name) && (wanted == null || field.getType() == wanted)) {
          return field;
        }
      }
    }
    throw new NoSuchFieldException("no field " + name + " in " + owner.getName());
  }

  private MethodType methodType(String desc) throws ClassNotFoundException {
    StringBuilder runtime = new StringBuilder();
    for (int i = 0; i < desc.length(); i++) {
      runtime.append(desc.charAt(i));
      if (desc.charAt(i) == 'L') {
        int end = desc.indexOf(';', i);
        String type = mappings.typeName(desc.substring(i + 1, end));
        Class.forName(type.replace('/', '.'), false, game); // a clear error, and before the others
        runtime.append(type).append(';');
        i = end;
      }
    }
    return MethodType.fromMethodDescriptorString(runtime.toString(), game);
  }

  /** Every row, as it turned out. */
  List<Found> found() {
    return List.copyOf(found);
  }

  List<Found> missing() {
    return found.stream().filter(row -> row.chosen() == null).toList();
  }

  /** Features that lack a member, in alphabetical order. */
  Set<String> off() {
    Set<String> off = new TreeSet<>();
    missing().forEach(row -> off.add(row.row().feature()));
    return off;
  }

  Set<String> features() {
    Set<String> all = new TreeSet<>();
    found.forEach(row -> all.add(row.row().feature()));
    return all;
  }

  boolean has(String feature) {
    return !off().contains(feature);
  }

  Class<?> typeOf(String id) {
    return types.get(id);
  }

  /** What calls a method, reads a field or makes an object; null when the game has none such. */
  MethodHandle handle(String id) {
    return getters.get(id);
  }

  /** What writes a field; null when the game has none such. */
  MethodHandle setter(String id) {
    return setters.get(id);
  }
}
