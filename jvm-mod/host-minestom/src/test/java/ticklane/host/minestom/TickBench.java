package ticklane.host.minestom;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.SplittableRandom;
import ticklane.core.Box;
import ticklane.core.EntityColumns;
import ticklane.host.minestom.world.WorldKind;

/**
 * Prints how many ticks a second the world alone reaches; run by hand, nothing is asserted. With
 * the argument {@code blasts} only what explosions take.
 */
public final class TickBench {
  private static final int ENTITIES = 521;

  private TickBench() {}

  public static void main(String[] args) {
    if (args.length == 1 && args[0].equals("blasts")) {
      for (int round = 0; round < 8; round++) {
        blasts();
      }
      System.exit(0);
    }
    for (int round = 0; round < 3; round++) {
      falling();
      mixed();
      many();
      resting();
      tntPile();
      blasts();
      fills();
    }
    churn();
    System.exit(0);
  }

  /** Processor time of this thread: other work on the machine doesn't count. */
  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static void report(String what, int ticks, long nanos) {
    System.out.printf(
        Locale.ROOT,
        "%-40s %8.0f ticks/s (%.3f ms)%n",
        what,
        ticks * 1e9 / nanos,
        nanos / 1e6 / ticks);
  }

  private static void falling() {
    TestGame game = new TestGame(WorldKind.FLAT, 1);
    SplittableRandom places = new SplittableRandom(7);
    long nanos = 0;
    int ticks = 0;
    EntityColumns columns = new EntityColumns();
    for (int round = 0; round < 10; round++) {
      for (int i = 0; i < ENTITIES; i++) {
        game.sand(
            places.nextDouble(-60, 60), places.nextDouble(250, 310), places.nextDouble(-60, 60));
      }
      long start = cpu();
      for (int i = 0; i < 90; i++) {
        game.game.tick();
        game.host.fill(columns);
      }
      nanos += cpu() - start;
      ticks += 90;
      game.ticks(300);
      game.host.fillBlocks(new Box(-70, 64, -70, 70, 90, 70), 0);
    }
    report("521 falling blocks in the air", ticks, nanos);
    for (int i = 0; i < ENTITIES; i++) {
      game.sand(places.nextDouble(-60, 60), places.nextDouble(66, 67), places.nextDouble(-60, 60))
          .setMotion(0, 2.0, 0);
    }
    long start = cpu();
    for (int i = 0; i < 90; i++) {
      game.game.tick();
      game.host.fill(columns);
    }
    report("521 falling blocks up and down", 90, cpu() - start);
    game.ticks(100);
  }

  /** A bit of everything over flat ground with a pool in it, thrown up again before it rests. */
  private static void mixed() {
    TestGame game = new TestGame(WorldKind.FLAT, 1);
    game.host.fillBlocks(new Box(-20, 64, -20, 20, 68, 20), game.block("water"));
    game.host.fillBlocks(new Box(-20, 58, -20, 20, 63, 20), game.block("stone"));
    SplittableRandom places = new SplittableRandom(7);
    String[] types = {
      "tnt",
      "falling_block",
      "item",
      "experience_orb",
      "arrow",
      "snowball",
      "fireball",
      "zombie",
      "minecart",
      "armor_stand"
    };
    long nanos = 0;
    int ticks = 0;
    EntityColumns columns = new EntityColumns();
    for (int round = 0; round < 10; round++) {
      for (int i = 0; i < ENTITIES; i++) {
        String type = types[i % types.length];
        double y = i % 2 == 0 ? places.nextDouble(70, 90) : places.nextDouble(200, 300);
        game.spawn(
            type,
            places.nextDouble(-60, 60),
            y,
            places.nextDouble(-60, 60),
            places.nextDouble(-0.3, 0.3),
            places.nextDouble(0, 1),
            places.nextDouble(-0.3, 0.3));
      }
      long start = cpu();
      for (int i = 0; i < 60; i++) {
        game.game.tick();
        game.host.fill(columns);
      }
      nanos += cpu() - start;
      ticks += 60;
      game.host.command("kill @e");
    }
    report("521 of ten types in motion, pool", ticks, nanos);
  }

  private static void many() {
    TestGame game = new TestGame(WorldKind.FLAT, 1);
    SplittableRandom places = new SplittableRandom(7);
    for (int i = 0; i < 5000; i++) {
      game.sand(
          places.nextDouble(-160, 160), places.nextDouble(280, 310), places.nextDouble(-160, 160));
    }
    EntityColumns columns = new EntityColumns();
    long start = cpu();
    for (int i = 0; i < 80; i++) {
      game.game.tick();
      game.host.fill(columns);
    }
    report("5000 falling blocks in the air", 80, cpu() - start);
  }

  private static void resting() {
    TestGame game = new TestGame(WorldKind.FLAT, 1);
    SplittableRandom places = new SplittableRandom(7);
    for (int i = 0; i < ENTITIES; i++) {
      game.item("diamond", 64, places.nextDouble(-60, 60), 64, places.nextDouble(-60, 60));
    }
    game.ticks(200);
    EntityColumns columns = new EntityColumns();
    long start = cpu();
    for (int i = 0; i < 2000; i++) {
      game.game.tick();
      game.host.fill(columns);
    }
    report("521 items at rest", 2000, cpu() - start);
    start = cpu();
    for (int i = 0; i < 2000; i++) {
      game.host.fill(columns);
    }
    System.out.printf(Locale.ROOT, "fill of 521 rows: %.1f us%n", (cpu() - start) / 2e6);
    game.host.command("kill @e");
  }

  private static void tntPile() {
    TestGame game = new TestGame(WorldKind.FLAT, 1);
    for (int i = 0; i < 500; i++) {
      game.tnt(0.5, 64, 0.5, 20);
    }
    game.ticks(18);
    long start = cpu();
    game.ticks(3);
    report("500 TNT in one place exploding", 3, cpu() - start);
  }

  /** What one explosion takes, on stone and in the air. */
  private static void blasts() {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (int height : new int[] {64, 200}) {
      TestGame game = new TestGame(WorldKind.FLAT, 1);
      game.host.fillBlocks(new Box(-70, 40, -70, 70, 63, 70), game.block("stone"));
      game.queue.want(0);
      for (int i = 0; i < 200; i++) {
        game.tnt(i % 20 * 6 - 57.5, height, i / 20 * 6 - 27.5, 2).setWeightless(true);
      }
      game.game.tick();
      long bytes = threads.getCurrentThreadAllocatedBytes();
      long start = cpu();
      game.game.tick();
      long nanos = cpu() - start;
      System.out.printf(
          Locale.ROOT,
          "explosion at y %d: %.0f us, %.1f KB%n",
          height,
          nanos / 200e3,
          (threads.getCurrentThreadAllocatedBytes() - bytes) / 200e3);
    }
  }

  /** Memory that entities leave behind. */
  private static void churn() {
    TestGame game = new TestGame(WorldKind.FLAT, 1);
    game.queue.want(0);
    for (int round = 0; round < 6; round++) {
      for (int i = 0; i < 100; i++) {
        for (int j = 0; j < 500; j++) {
          game.item("diamond", 64, j % 20, 65, j / 20.0);
        }
        game.game.tick();
        game.host.command("kill @e");
      }
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      System.out.printf(
          Locale.ROOT,
          "after %d entities: %d MB of heap%n",
          (round + 1) * 50_000,
          (runtime.totalMemory() - runtime.freeMemory()) >> 20);
    }
  }

  private static void fills() {
    TestGame game = new TestGame(WorldKind.VOID, 1);
    game.queue.want(0);
    game.game.watchBlocks();
    int stone = game.block("stone");
    long start = cpu();
    int changed = 0;
    for (int i = 0; i < 10; i++) {
      changed += game.host.fillBlocks(new Box(-32, 0, -32, 31, 63, 31), i % 2 == 0 ? stone : 0);
    }
    System.out.printf(Locale.ROOT, "fill 64^3: %.1f M blocks/s%n", changed * 1e3 / (cpu() - start));
  }
}
