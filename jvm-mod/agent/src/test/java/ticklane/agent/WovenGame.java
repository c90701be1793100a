package ticklane.agent;

import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import ticklane.bridge.Hook;
import ticklane.bridge.TickListener;

/** A game in a JVM with the agent: what {@link WeaverTest} looks at. */
final class WovenGame {
  private final Object server;
  private final Object client;
  private int ticks;
  private int heartbeats;

  private WovenGame(ClassLoader loader, boolean integrated) throws ReflectiveOperationException {
    server =
        integrated
            ? make(
                loader,
                List.of("net.minecraft.client.server.IntegratedServer", "net.minecraft.class_1132"))
            : make(loader, "net.minecraft.server.dedicated.DedicatedServer");
    client = make(loader, List.of("net.minecraft.client.Minecraft", "net.minecraft.class_310"));
    server.getClass().getMethod("stubOpen").invoke(server);
  }

  private static Object make(ClassLoader loader, Iterable<String> names)
      throws ReflectiveOperationException {
    for (String name : names) {
      try {
        return make(loader, name);
      } catch (ClassNotFoundException e) {
        // The other name, then.
      }
    }
    throw new ClassNotFoundException("none of " + names);
  }

  private static Object make(ClassLoader loader, String name) throws ReflectiveOperationException {
    return loader.loadClass(name).getDeclaredConstructor().newInstance();
  }

  private void tick(int times) throws ReflectiveOperationException {
    for (int i = 0; i < times; i++) {
      server.getClass().getMethod("stubTick").invoke(server);
    }
  }

  private void listen() {
    TickListener listener =
        (game, heartbeat) -> {
          if (!game.equals(server)) {
            throw new IllegalStateException("not the server: " + game);
          }
          ticks++;
          heartbeats += heartbeat ? 1 : 0;
        };
    Hook.SERVER_TICK.listen(listener);
  }

  private void say(String text) {
    System.out.println(text);
  }

  public static void main(String[] args) throws Exception {
    Path jar = Path.of(args[1]);
    if (args[0].equals("module")) {
      new WovenGame(moduleLoader(jar), false).check("hooks");
      return;
    }
    try (URLClassLoader loader =
        new URLClassLoader(
            "game", new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
      new WovenGame(loader, args[0].equals("integrated")).check(args[0]);
    }
  }

  /** As NeoForge and Forge load a game: a module in a layer of its own. */
  private static ClassLoader moduleLoader(Path jar) {
    ModuleFinder found = ModuleFinder.of(jar);
    String name = found.findAll().iterator().next().descriptor().name();
    ModuleLayer boot = ModuleLayer.boot();
    Configuration configuration =
        boot.configuration().resolve(found, ModuleFinder.of(), Set.of(name));
    return boot.defineModulesWithOneLoader(configuration, ClassLoader.getPlatformClassLoader())
        .findLoader(name);
  }

  private void check(String what) throws Exception {
    switch (what) {
      case "hooks" -> {
        int[] heard = new int[2];
        listen();
        Hook.CLIENT_TICK.listen((game, heartbeat) -> heard[0]++);
        Hook.FRAME.listen((game, heartbeat) -> heard[1]++);
        tick(3);
        client.getClass().getMethod("stubFrame").invoke(client);
        say("server " + ticks + " heartbeats " + heartbeats);
        say("client " + heard[0] + " frame " + heard[1]);
        say("frame " + heard[1]);
        say("woven " + Starter.woven().size());
      }
      case "paused", "integrated" -> {
        listen();
        tick(1);
        server.getClass().getMethod("stubPause", boolean.class).invoke(server, true);
        tick(2);
        say("server " + ticks + " heartbeats " + heartbeats);
      }
      case "removal" -> {
        listen();
        tick(1);
        say("server " + ticks + " heartbeats " + heartbeats);
        Starter.stop();
        ticks = 0;
        tick(2);
        say("after removal " + ticks);
        say("woven " + Starter.woven().size());
      }
      case "throwing" -> {
        Hook.SERVER_TICK.listen(
            (game, heartbeat) -> {
              throw new IllegalStateException("on purpose");
            });
        tick(30);
        say("ticks " + tickCount());
        say("heard " + Hook.SERVER_TICK.isHeard());
      }
      default -> {
        tick(3);
        say("ticks " + tickCount());
      }
    }
  }

  private Object tickCount() throws ReflectiveOperationException {
    return server.getClass().getMethod("getTickCount").invoke(server);
  }
}
