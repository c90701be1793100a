package ticklane.host.minecraft;

import java.lang.invoke.MethodHandle;
import ticklane.core.HostException;

/** Calls into the game where speed is no matter. */
final class Calls {
  private Calls() {}

  /**
   * Calls; what the game throws comes back as a refusal, so that no script ends the game.
   *
   * @throws HostException kind not_here, the game has no such member; kind bad_value, it threw
   */
  static Object call(MethodHandle handle, Object... arguments) {
    if (handle == null) {
      throw new HostException(
          HostException.NOT_HERE,
          "this version of the game has no such member: see its self-check");
    }
    try {
      return handle.invokeWithArguments(arguments);
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
      throw new HostException(HostException.BAD_VALUE, "the game refuses: " + e);
    }
  }
}
