package ticklane.host.minecraft;

import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Stands in for the host's entry: says what it is given, fails when it is told to. */
public final class Entry implements Consumer<Map<String, Object>> {
  @Override
  public void accept(Map<String, Object> given) {
    if (Boolean.getBoolean("fake.broken")) {
      throw new IllegalStateException("broken\nover two lines");
    }
    System.out.println(
        "entry %s %s in %s below %s"
            .formatted(
                given.get("loader"),
                new TreeSet<>(given.keySet()),
                Entry.class.getClassLoader().getName(),
                ClassLoader.getPlatformClassLoader()
                        .equals(Entry.class.getClassLoader().getParent())
                    ? "platform"
                    : "another"));
  }
}
