package ticklane.stub.game;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** What bodies of the stand-in's methods call: only Java's own types go in and out. */
public final class Support {
  private static final AtomicInteger IDS = new AtomicInteger();
  private static final Set<String> VERBS = Set.of("say", "list", "fail");

  private Support() {}

  /**
   * The server's loop: a tick every {@code stub.tick_ms} milliseconds (50), {@code stub.ticks} of
   * them, or until the file {@code stub.until} is there, or without end.
   */
  public static void serve(Ticking server) {
    long pace = TimeUnit.MILLISECONDS.toNanos(Long.getLong("stub.tick_ms", 50));
    long last = Long.getLong("stub.ticks", Long.MAX_VALUE);
    server.stubPause(Boolean.getBoolean("stub.paused"));
    long due = System.nanoTime();
    String until = System.getProperty("stub.until", "");
    for (long tick = 0; tick < last && !Thread.currentThread().isInterrupted(); tick++) {
      if (!until.isEmpty() && Files.exists(Path.of(until))) {
        return;
      }
      server.stubTick();
      due += pace;
      for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
        LockSupport.parkNanos(left);
        if (Thread.currentThread().isInterrupted()) {
          return;
        }
      }
    }
  }

  public static int nextId() {
    return IDS.incrementAndGet();
  }

  public static UUID uuid(int id) {
    return new UUID(0x5eed, id);
  }

  public static String uuidText(UUID uuid) {
    return uuid.toString();
  }

  /** Leaves out what is gone. */
  public static void sweep(List<Thing> things) {
    things.removeIf(Thing::stubGone);
  }

  public static Object find(List<Thing> things, int id) {
    for (Thing thing : things) {
      if (thing.stubId() == id && !thing.stubGone()) {
        return thing;
      }
    }
    return null;
  }

  public static boolean add(List<Object> things, Object thing) {
    return things.add(thing);
  }

  public static Object first(Iterable<?> things) {
    Iterator<?> all = things.iterator();
    return all.hasNext() ? all.next() : null;
  }

  public static Long cell(int x, int y, int z) {
    return ((long) x & 0x3ffffff) << 38 | ((long) z & 0x3ffffff) << 12 | (y & 0xfff);
  }

  /** Whether a chunk is loaded: a few around the origin are. */
  public static boolean isNear(int chunkX, int chunkZ) {
    return Math.max(Math.abs(chunkX), Math.abs(chunkZ)) < 8;
  }

  public static Object get(Map<Object, Object> map, Object key, Object otherwise) {
    return map.getOrDefault(key, otherwise);
  }

  /** Whether the map has changed. */
  public static boolean put(Map<Object, Object> map, Object key, Object value) {
    return !value.equals(map.put(key, value));
  }

  /** Enters a value under its own text and returns it. */
  public static Object enter(Map<Object, Object> map, String name, Object value) {
    map.put(name, value);
    return value;
  }

  public static Optional<Object> lookup(Map<Object, Object> map, Object key) {
    return Optional.ofNullable(map.get(String.valueOf(key)));
  }

  public static Object require(Map<Object, Object> map, String text) {
    Object found = map.get(qualified(text));
    if (found == null) {
      throw new IllegalArgumentException("unknown " + text);
    }
    return found;
  }

  public static Set<Object> keys(Map<Object, Object> map) {
    return new LinkedHashSet<>(map.keySet());
  }

  public static String keyOf(Map<Object, Object> map, Object value) {
    for (Map.Entry<Object, Object> entry : map.entrySet()) {
      if (entry.getValue().equals(value)) {
        return String.valueOf(entry.getKey());
      }
    }
    return "minecraft:unknown";
  }

  public static String qualified(String name) {
    return name.indexOf(':') < 0 ? "minecraft:" + name : name;
  }

  public static String braced(String name) {
    return "Block{" + name + "}";
  }

  public static Supplier<Object> supplier(Object value) {
    return () -> value;
  }

  /** What the game would say to a command. */
  public static String answer(String command) {
    String[] words = command.strip().split(" ", 2);
    return switch (words[0].toLowerCase(Locale.ROOT)) {
      case "say" -> "[Server] " + (words.length > 1 ? words[1] : "");
      case "list" -> "There are 1 of a max of 20 players online: Ann";
      case "fail" -> "That did not work";
      default -> "Unknown or incomplete command, see below for error";
    };
  }

  /** Whether the game can't parse it. */
  public static boolean isUnknown(String command) {
    return !VERBS.contains(command.strip().split(" ", 2)[0]);
  }

  public static boolean succeeds(String command) {
    return !isUnknown(command) && !command.strip().startsWith("fail");
  }

  public static boolean not(boolean flag) {
    return !flag;
  }

  public static boolean missing(Object value) {
    return value == null;
  }

  public static int count(String command) {
    return succeeds(command) ? 1 : 0;
  }
}
