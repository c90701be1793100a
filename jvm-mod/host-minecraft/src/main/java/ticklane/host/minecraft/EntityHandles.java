package ticklane.host.minecraft;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * What is read of every entity in every tick, as constants: the JIT folds those, which halves the
 * cost. So there is one set a process, of the names that were given before this class was
 * initialised.
 */
final class EntityHandles {
  private static Names names;

  private EntityHandles() {}

  /** The names of the running game; once, before anything else. */
  static void use(Names resolved) {
    names = resolved;
  }

  /** The constants; initialised with their first use. */
  static final class Of {
    static final MethodHandle ID = get("entity.id", int.class);
    static final MethodHandle UUID = get("entity.uuid", Object.class);
    static final MethodHandle TYPE = get("entity.type", Object.class);
    static final MethodHandle POSITION = get("entity.position", Object.class);
    static final MethodHandle VELOCITY = get("entity.velocity", Object.class);
    static final MethodHandle BOX = get("entity.box", Object.class);
    static final MethodHandle YAW = get("entity.yaw", float.class);
    static final MethodHandle PITCH = get("entity.pitch", float.class);
    static final MethodHandle ON_GROUND = get("entity.onGround", boolean.class);
    static final MethodHandle AGE = get("entity.age", int.class);
    static final MethodHandle TAGS = get("entity.tags", Object.class);
    static final MethodHandle HEALTH = get("living.health", float.class);
    static final MethodHandle X = get("vec3.x", double.class);
    static final MethodHandle Y = get("vec3.y", double.class);
    static final MethodHandle Z = get("vec3.z", double.class);
    static final MethodHandle MIN_X = get("box.minX", double.class);
    static final MethodHandle MIN_Y = get("box.minY", double.class);
    static final MethodHandle MIN_Z = get("box.minZ", double.class);
    static final MethodHandle MAX_X = get("box.maxX", double.class);
    static final MethodHandle MAX_Y = get("box.maxY", double.class);
    static final MethodHandle MAX_Z = get("box.maxZ", double.class);
    static final Class<?> LIVING = names.typeOf("living.class");
    static final boolean HAS_HEALTH = names.has("health");
    static final boolean HAS_TAGS = names.has("tags");

    private Of() {}

    private static MethodHandle get(String id, Class<?> result) {
      MethodType type = MethodType.methodType(result, Object.class);
      MethodHandle handle = names.handle(id);
      // What is missing is never called: its feature is off.
      return handle == null ? MethodHandles.empty(type) : handle.asType(type);
    }
  }
}
