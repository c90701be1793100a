package ticklane.stub;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import ticklane.stub.game.Ticking;

/** Prints the nanoseconds that a tick of an empty stand-in takes: {@code TickCost JAR}. */
public final class TickCost {
  private static final int TICKS = 20_000_000;
  private static final int ROUNDS = 8;

  private TickCost() {}

  public static void main(String[] args) throws Exception {
    URL[] jar = {Path.of(args[0]).toUri().toURL()};
    try (URLClassLoader game = new URLClassLoader("game", jar, TickCost.class.getClassLoader())) {
      Ticking server =
          game.loadClass("net.minecraft.server.dedicated.DedicatedServer")
              .asSubclass(Ticking.class)
              .getDeclaredConstructor()
              .newInstance();
      double best = Double.MAX_VALUE;
      for (int round = 0; round < ROUNDS; round++) {
        long began = System.nanoTime();
        for (int tick = 0; tick < TICKS; tick++) {
          server.stubTick();
        }
        best = Math.min(best, (System.nanoTime() - began) / (double) TICKS);
      }
      System.out.println(best);
    }
  }
}
