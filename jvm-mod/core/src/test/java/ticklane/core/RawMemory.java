package ticklane.core;

import java.lang.reflect.Field;
import java.lang.reflect.Method;

/** Memory whose address is known; the library gives it by way of reflection only. */
final class RawMemory {
  private RawMemory() {}

  private static Object call(String name, Class<?>[] types, Object... arguments) throws Exception {
    Class<?> unsafe = Class.forName("sun.misc.Unsafe");
    Field instance = unsafe.getDeclaredField("theUnsafe");
    instance.setAccessible(true);
    Method method = unsafe.getMethod(name, types);
    return method.invoke(instance.get(null), arguments);
  }

  static long allocate(long bytes) throws Exception {
    long address = (long) call("allocateMemory", new Class<?>[] {long.class}, bytes);
    for (long at = 0; at < bytes; at += 8) {
      put(address + at, 0);
    }
    return address;
  }

  static void put(long address, long value) throws Exception {
    call("putLong", new Class<?>[] {long.class, long.class}, address, value);
  }
}
