package ticklane.host.minestom;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import net.minestom.server.MinecraftServer;
import net.minestom.server.coordinate.Pos;
import net.minestom.server.coordinate.Vec;
import net.minestom.server.entity.Entity;
import net.minestom.server.entity.Player;
import net.minestom.server.instance.block.Block;
import ticklane.core.AreaSnapshot;
import ticklane.core.Box;
import ticklane.core.CommandResult;
import ticklane.core.EntityColumns;
import ticklane.core.EventQueue;
import ticklane.core.GameClock;
import ticklane.core.GameHost;
import ticklane.core.GameInfo;
import ticklane.core.HostException;
import ticklane.core.Modification;
import ticklane.core.NameTable;
import ticklane.core.PlayerInfo;
import ticklane.core.SpawnRequest;
import ticklane.host.minestom.command.CommandSource;
import ticklane.host.minestom.entity.Asked;
import ticklane.host.minestom.entity.Body;
import ticklane.host.minestom.entity.Cause;
import ticklane.host.minestom.entity.Population;
import ticklane.host.minestom.entity.Removal;
import ticklane.host.minestom.entity.SavedArea;

/** The embedded game as core sees it. */
final class MinestomHost implements GameHost {
  private static final Set<String> MODELLED =
      Set.of(
          "bubble_columns",
          "creepers",
          "end_crystals",
          "explosion_drops",
          "explosion_fire",
          "explosions",
          "falling_blocks",
          "fireballs",
          "impulse_events",
          "items",
          "living_bodies",
          "minecarts_off_rails",
          "projectiles",
          "still_fluids",
          "tnt",
          "tnt_minecarts",
          "wind_charges");

  private final Game game;
  private final Population population;
  private final CodeTables tables;
  private final GameInfo info;

  MinestomHost(Game game, String minestomVersion) {
    this.game = game;
    this.population = game.population();
    tables = new CodeTables(population.tagSets());
    info =
        new GameInfo(
            "minestom",
            MinecraftServer.VERSION_NAME,
            MODELLED,
            Map.of(
                "minestom",
                minestomVersion,
                "minecraft",
                MinecraftServer.VERSION_NAME,
                "java",
                System.getProperty("java.version")),
            "minecraft:overworld",
            true);
  }

  @Override
  public GameInfo info() {
    return info;
  }

  @Override
  public long tick() {
    return population.tickNumber();
  }

  @Override
  public void fill(EntityColumns columns) {
    population.fill(columns);
  }

  @Override
  public String name(NameTable table, int code) {
    return tables.name(table, code);
  }

  @Override
  public int code(NameTable table, String name) {
    return tables.code(table, name);
  }

  @Override
  public List<String> nearest(NameTable table, String name, int limit) {
    return tables.nearest(table, name, limit);
  }

  @Override
  public int spawn(SpawnRequest request) {
    return population.spawner().spawn(request).number();
  }

  @Override
  public void modify(ByteBuffer rows, int n, int mask) {
    for (int row = 0; row < n; row++) {
      int at = row * Modification.ROW_BYTES + 8;
      if ((mask & Modification.POSITION) != 0) {
        Asked.checkPlace(rows.getDouble(at), rows.getDouble(at + 8), rows.getDouble(at + 16));
      }
      if ((mask & Modification.VELOCITY) != 0) {
        Asked.checkMotion(
            rows.getDouble(at + 24), rows.getDouble(at + 32), rows.getDouble(at + 40));
      }
      if ((mask & (Modification.YAW | Modification.PITCH)) != 0) {
        Asked.checkTurn((float) rows.getDouble(at + 48), (float) rows.getDouble(at + 56));
      }
    }
    long firstGone = -1;
    for (int row = 0; row < n; row++) {
      long id = rows.getLong(row * Modification.ROW_BYTES);
      Entity entity = population.get((int) id);
      if (entity == null) {
        firstGone = firstGone < 0 ? id : firstGone;
      } else if (entity instanceof Body body) {
        modify(body, rows, row * Modification.ROW_BYTES + 8, mask);
      } else if (entity instanceof Player player) {
        modify(player, rows, row * Modification.ROW_BYTES + 8, mask);
      }
    }
    if (firstGone >= 0) {
      throw new HostException(HostException.GONE, gone((int) firstGone));
    }
  }

  private String gone(int id) {
    Removal removal = population.removal(id);
    return removal == null
        ? "no entity has the id " + id
        : "%s %d is gone since tick %d (%s) at %s %s %s"
            .formatted(
                removal.type(),
                id,
                removal.tick(),
                removal.cause().id(),
                removal.x(),
                removal.y(),
                removal.z());
  }

  private static void modify(Body body, ByteBuffer rows, int at, int mask) {
    if ((mask & Modification.POSITION) != 0) {
      body.teleportTo(rows.getDouble(at), rows.getDouble(at + 8), rows.getDouble(at + 16));
    }
    if ((mask & Modification.VELOCITY) != 0) {
      body.impel(
          rows.getDouble(at + 24), rows.getDouble(at + 32), rows.getDouble(at + 40), Cause.SCRIPT);
    }
    if ((mask & (Modification.YAW | Modification.PITCH)) != 0) {
      body.turn(
          (mask & Modification.YAW) != 0 ? (float) rows.getDouble(at + 48) : body.yaw,
          (mask & Modification.PITCH) != 0 ? (float) rows.getDouble(at + 56) : body.pitch);
    }
  }

  private static void modify(Player player, ByteBuffer rows, int at, int mask) {
    Pos to = player.getPosition();
    if ((mask & Modification.POSITION) != 0) {
      to = to.withCoord(rows.getDouble(at), rows.getDouble(at + 8), rows.getDouble(at + 16));
    }
    if ((mask & Modification.YAW) != 0) {
      to = to.withYaw((float) rows.getDouble(at + 48));
    }
    if ((mask & Modification.PITCH) != 0) {
      to = to.withPitch((float) rows.getDouble(at + 56));
    }
    if ((mask & ~Modification.VELOCITY) != 0) {
      player.teleport(to).join();
    }
    if ((mask & Modification.VELOCITY) != 0) {
      player.setVelocity(
          new Vec(rows.getDouble(at + 24), rows.getDouble(at + 32), rows.getDouble(at + 40))
              .mul(Population.TICKS_PER_SECOND));
    }
  }

  @Override
  public int remove(ByteBuffer ids, int n) {
    int removed = 0;
    for (int i = 0; i < n; i++) {
      if (population.get((int) ids.getLong(8 * i)) instanceof Body body) {
        population.remove(body, Cause.SCRIPT, -1);
        removed++;
      }
    }
    return removed;
  }

  @Override
  public String removal(int id) {
    return Removal.json(population.removal(id));
  }

  @Override
  public int block(int x, int y, int z) {
    return game.blocks().code(x, y, z);
  }

  @Override
  public void readBlocks(Box area, IntBuffer out) {
    game.blocks().read(area, out);
  }

  @Override
  public int writeBlocks(Box area, IntBuffer codes) {
    return game.blocks().write(area, codes);
  }

  /** No block here reacts to its neighbours, so {@code update} changes nothing. */
  @Override
  public int setBlock(int x, int y, int z, int code, boolean update) {
    return game.blocks().set(x, y, z, code);
  }

  @Override
  public int fillBlocks(Box area, int code) {
    return game.blocks().fill(area, code);
  }

  @Override
  public AreaSnapshot snapshot(Box area) {
    return new SavedArea(population, area);
  }

  @Override
  public void restore(AreaSnapshot snapshot) {
    ((SavedArea) snapshot).restore(population);
  }

  @Override
  public void reseed(long seed) {
    population.reseed(seed);
  }

  @Override
  public int ignite(int x, int y, int z, int fuse) {
    int code = game.blocks().code(x, y, z);
    if (Block.fromStateId(code).id() != Block.TNT.id()) {
      throw new HostException(
          HostException.BAD_VALUE,
          "there is %s at %d %d %d, not TNT".formatted(Names.block(code), x, y, z));
    }
    Asked.checkFuse(fuse);
    game.blocks().set(x, y, z, 0);
    return population.spawner().primed(x, y, z, fuse).number();
  }

  @Override
  public CommandResult command(String text) {
    return game.commands().run(CommandSource.LANE, text);
  }

  @Override
  public List<PlayerInfo> players() {
    return population.players().stream()
        .map(
            player ->
                new PlayerInfo(
                    Population.idOf(player),
                    player.getUsername(),
                    player.getUuid().toString(),
                    player.getGameMode().name().toLowerCase(Locale.ROOT)))
        .toList();
  }

  @Override
  public void subscribe(int mask, EventQueue queue) {
    queue.want(mask);
    population.events().attach(queue);
    game.watchBlocks();
  }

  /** The Minestom instance: its methods are callable from Python by name. */
  @Override
  public Object internals() {
    return game.instance();
  }

  @Override
  public GameClock clock() {
    return game.clock();
  }
}
