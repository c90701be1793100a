package ticklane.loader;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Where a mixin or a loader's event says that the game has ticked, when no agent has woven it. It
 * passes that on to the bridge, the one class that hosts listen to.
 */
public final class Heart {
  private static final String BRIDGE = "ticklane.bridge.Bridge";

  private static volatile MethodHandle ticked;
  private static volatile MethodHandle childrenTicked;
  private static volatile MethodHandle childrenWoven;
  private static boolean knowsChildren;

  private Heart() {}

  /** From now on the bridge in that loader is told. */
  static void beatFor(ClassLoader own) throws ReflectiveOperationException {
    Class<?> bridge = Class.forName(BRIDGE, true, own);
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    MethodType told = MethodType.methodType(void.class, Object.class);
    childrenWoven =
        lookup.findStatic(
            bridge, "childrenWoven", MethodType.methodType(void.class, boolean.class));
    childrenTicked = lookup.findStatic(bridge, "childrenTick", told);
    ticked = lookup.findStatic(bridge, "serverTick", told);
  }

  /** Whether anybody is told. */
  public static boolean beats() {
    return ticked != null;
  }

  /** The server's tick is over. Its thread; throws nothing. */
  public static void tick(Object server) {
    call(ticked, server);
  }

  /** The part of the server's tick that makes time pass is over. Its thread; throws nothing. */
  public static void children(Object server) {
    if (!knowsChildren && childrenWoven != null) {
      // Only now it is certain that the injection was made.
      knowsChildren = true;
      call(childrenWoven, true);
    }
    call(childrenTicked, server);
  }

  private static void call(MethodHandle handle, Object argument) {
    if (handle == null) {
      return;
    }
    try {
      handle.invoke(argument);
    } catch (Throwable e) {
      ticked = null;
      childrenTicked = null;
      Boot.say("is off, its tick failed: " + e);
    }
  }
}
