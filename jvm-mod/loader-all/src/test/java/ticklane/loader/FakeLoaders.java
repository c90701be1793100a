package ticklane.loader;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.bukkit.Bukkit;
import org.bukkit.Server;
import org.bukkit.event.Event;
import org.bukkit.plugin.EventExecutor;
import org.bukkit.plugin.PluginManager;
import org.bukkit.plugin.java.JavaPlugin;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Opcodes;

/**
 * A game's process in small, as each loader would start a mod in it; run in a JVM of its own:
 * {@code LOADER JAR...}. Says "game goes on" at the end, whatever the mod did.
 */
public final class FakeLoaders {
  private static EventExecutor executor;
  private static Class<?> registered;

  private FakeLoaders() {}

  public static void main(String[] args) throws Throwable {
    for (String jar : List.of(args).subList(1, args.length)) {
      Path path = Path.of(jar);
      switch (args[0]) {
        case "fabric" -> fabric(path);
        case "forge" -> annotated(path, "net/minecraftforge/fml/common/Mod");
        case "neoforge" -> annotated(path, "net/neoforged/fml/common/Mod");
        case "paper" -> paper(path);
        default -> throw new IllegalArgumentException(args[0]);
      }
    }
    System.out.println("game goes on");
  }

  private static URLClassLoader loader(Path jar, ClassLoader parent) throws IOException {
    return new URLClassLoader(new URL[] {jar.toUri().toURL()}, parent);
  }

  /** "Class::method" becomes the entry point; the mixin's calls come from the game's classes. */
  private static void fabric(Path jar) throws Throwable {
    JsonObject mod = JsonParser.parseString(text(jar, "fabric.mod.json")).getAsJsonObject();
    String main = mod.getAsJsonObject("entrypoints").getAsJsonArray("main").get(0).getAsString();
    String[] parts = main.split("::", 2);
    URLClassLoader knot = loader(jar, ClassLoader.getPlatformClassLoader());
    MethodHandle init =
        MethodHandles.lookup()
            .findStatic(
                Class.forName(parts[0], true, knot), parts[1], MethodType.methodType(void.class));
    init.invoke();
    Class<?> heart = Class.forName("ticklane.loader.Heart", true, knot);
    heart.getMethod("tick", Object.class).invoke(null, "early");
    heart.getMethod("children", Object.class).invoke(null, "server");
    heart.getMethod("tick", Object.class).invoke(null, "server");
  }

  /** Every class is scanned; the one with the annotation has one public constructor. */
  private static void annotated(Path jar, String annotation) throws Throwable {
    List<String> found = new ArrayList<>();
    try (JarFile file = new JarFile(jar.toFile())) {
      for (Enumeration<JarEntry> all = file.entries(); all.hasMoreElements(); ) {
        JarEntry entry = all.nextElement();
        if (entry.getName().endsWith(".class")) {
          scan(new ClassReader(file.getInputStream(entry).readAllBytes()), annotation, found);
        }
      }
    }
    if (found.size() != 1) {
      throw new IllegalStateException("mod classes: " + found);
    }
    // Without the annotation's class: what another loader's entry is annotated with isn't there.
    Class<?> mod =
        Class.forName(found.get(0), true, loader(jar, ClassLoader.getPlatformClassLoader()));
    Constructor<?>[] constructors = mod.getConstructors();
    if (constructors.length != 1 || constructors[0].getParameterCount() != 0) {
      throw new IllegalStateException("constructors of " + mod);
    }
    constructors[0].newInstance();
  }

  private static void scan(ClassReader reader, String annotation, List<String> found) {
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
            if (visible && descriptor.equals("L" + annotation + ";")) {
              found.add(reader.getClassName().replace('/', '.'));
            }
            return null;
          }
        },
        ClassReader.SKIP_CODE);
  }

  /** The plugin is a child of the server's loader, told of ticks by an event. */
  private static void paper(Path jar) throws Throwable {
    String main =
        text(jar, "plugin.yml")
            .lines()
            .filter(line -> line.startsWith("main: "))
            .findFirst()
            .orElseThrow()
            .substring(6);
    ClassLoader server = FakeLoaders.class.getClassLoader();
    if (Bukkit.getServer() == null) {
      Bukkit.setServer(fakeServer());
    }
    JavaPlugin plugin =
        Class.forName(main, true, new PluginLoader(jar, server))
            .asSubclass(JavaPlugin.class)
            .getConstructor()
            .newInstance();
    plugin.onEnable();
    if (executor != null) {
      executor.execute(null, registered.asSubclass(Event.class).getConstructor().newInstance());
    }
  }

  /** As the server's: it has a {@code getServer()} that Bukkit's interface doesn't name. */
  public interface CraftServer extends Server {
    Object getServer();
  }

  private static Server fakeServer() {
    PluginManager manager =
        (event, listener, priority, told, plugin) -> {
          registered = event;
          executor = told;
        };
    return (Server)
        Proxy.newProxyInstance(
            FakeLoaders.class.getClassLoader(),
            new Class<?>[] {CraftServer.class},
            (proxy, method, given) ->
                method.getName().equals("getServer") ? "the server" : manager);
  }

  /** Its own classes first, as this test's class path holds them too. */
  private static final class PluginLoader extends URLClassLoader {
    PluginLoader(Path jar, ClassLoader parent) throws IOException {
      super(new URL[] {jar.toUri().toURL()}, parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("ticklane.")) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? findClass(name) : loaded;
    }
  }

  private static String text(Path jar, String name) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return new String(
          file.getInputStream(file.getEntry(name)).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
