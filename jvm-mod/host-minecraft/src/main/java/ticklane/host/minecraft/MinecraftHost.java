package ticklane.host.minecraft;

import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import ticklane.core.AskedNumbers;
import ticklane.core.Authority;
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

/** A running Minecraft server as core sees it: its overworld, by the names that were resolved. */
final class MinecraftHost implements GameHost {
  private final Object server;
  private final Names names;
  private final NameCodes codes;
  private final GameNames gameNames;
  private final EntityFill fill;
  private final Feedback feedback;
  private final WorldBlocks blocks;
  private final Arrivals arrivals;
  private final GameTime time = new GameTime();
  private final GameInfo info;
  private final Rights rights;

  MinecraftHost(Object server, Names names, Map<String, String> versions) {
    this.server = server;
    this.names = names;
    EntityHandles.use(names);
    gameNames = new GameNames(names);
    codes = new NameCodes(gameNames);
    fill = new EntityFill(codes);
    feedback = new Feedback(names);
    blocks = new WorldBlocks(names, codes);
    rights = new Rights(server, names);
    arrivals = new Arrivals(codes);
    info =
        new GameInfo(
            "minecraft",
            versions.getOrDefault("minecraft", "unknown"),
            Set.of(),
            versions,
            "minecraft:overworld",
            true);
  }

  GameTime time() {
    return time;
  }

  private void need(String feature) {
    if (!names.has(feature)) {
      throw new HostException(
          HostException.NOT_HERE,
          "%s is off in this version of the game: ticklane selfcheck says what is missing"
              .formatted(feature));
    }
  }

  private MethodHandle handle(String id) {
    return names.handle(id);
  }

  private Object level() {
    Object level = Calls.call(handle("server.overworld"), server);
    if (level == null) {
      throw new HostException(HostException.UNLOADED, "no world is loaded");
    }
    return level;
  }

  @Override
  public GameInfo info() {
    return info;
  }

  @Override
  public Authority authority() {
    return rights.authority();
  }

  @Override
  public long tick() {
    return (int) Calls.call(handle("server.tickCount"), server);
  }

  @Override
  public void fill(EntityColumns columns) {
    need("entities");
    Iterable<?> loaded = (Iterable<?>) Calls.call(handle("level.entities"), level());
    try {
      fill.fill(loaded, columns);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new HostException(HostException.BAD_VALUE, "the game refuses: " + e);
    }
  }

  @Override
  public String name(NameTable table, int code) {
    return codes.name(table, code);
  }

  @Override
  public int code(NameTable table, String name) {
    return codes.code(table, name);
  }

  @Override
  public List<String> nearest(NameTable table, String name, int limit) {
    return codes.nearest(table, name, limit);
  }

  private Object entity(int id) {
    return Calls.call(handle("level.entity"), level(), id);
  }

  @Override
  public int spawn(SpawnRequest request) {
    need("spawn");
    need("modify");
    need("blocks");
    boolean asksMore =
        request.fuse() >= 0
            || !request.block().isEmpty()
            || !request.item().isEmpty()
            || !request.tag().isEmpty()
            || !request.nbt().isEmpty();
    if (asksMore) {
      throw new HostException(
          HostException.NOT_HERE,
          "in this game host.spawn takes a type, a place, a velocity and angles; use the command"
              + " summon for the rest");
    }
    AskedNumbers.checkPlace(request.x(), request.y(), request.z());
    AskedNumbers.checkMotion(request.vx(), request.vy(), request.vz());
    AskedNumbers.checkTurn(request.yaw(), request.pitch());
    blocks.needLoaded(level(), (int) Math.floor(request.x()), (int) Math.floor(request.z()));
    String type = request.type().indexOf(':') < 0 ? "minecraft:" + request.type() : request.type();
    Optional<Object> known = gameNames.type(type);
    if (known.isEmpty()) {
      throw new HostException(HostException.UNKNOWN_NAME, "no entity type " + request.type());
    }
    Object entity = create(known.get());
    if (entity == null) {
      throw new HostException(
          HostException.BAD_VALUE, "the game makes no " + request.type() + " here");
    }
    place(entity, request.x(), request.y(), request.z());
    push(entity, request.vx(), request.vy(), request.vz());
    Calls.call(handle("entity.setYaw"), entity, request.yaw());
    Calls.call(handle("entity.setPitch"), entity, request.pitch());
    if (Boolean.FALSE.equals(Calls.call(handle("level.add"), level(), entity))) {
      throw new HostException(
          HostException.UNLOADED, "the game takes no " + request.type() + " there");
    }
    return (int) Calls.call(handle("entity.id"), entity);
  }

  private Object create(Object type) {
    MethodHandle create = handle("type.create");
    if (create.type().parameterCount() == 2) {
      return Calls.call(create, type, level());
    }
    return Calls.call(create, type, level(), constant(create.type().parameterType(2), "COMMAND"));
  }

  /** A constant by its own text, as its field may be called anything. */
  private static Object constant(Class<?> type, String text) {
    for (java.lang.reflect.Field field : type.getDeclaredFields()) {
      try {
        if (java.lang.reflect.Modifier.isStatic(field.getModifiers()) && field.getType() == type) {
          field.setAccessible(true);
          Object value = field.get(null);
          if (text.equals(String.valueOf(value))) {
            return value;
          }
        }
      } catch (IllegalAccessException e) {
        // Not that one, then.
      }
    }
    throw new HostException(HostException.NOT_HERE, type.getName() + " has no " + text);
  }

  private void place(Object entity, double x, double y, double z) {
    Calls.call(handle("entity.setPosition"), entity, x, y, z);
  }

  private void push(Object entity, double vx, double vy, double vz) {
    Calls.call(handle("entity.setVelocity"), entity, Calls.call(handle("vec3.new"), vx, vy, vz));
    Calls.call(names.setter("entity.resend"), entity, true);
  }

  @Override
  public void modify(ByteBuffer rows, int n, int mask) {
    need("modify");
    AskedNumbers.checkRows(rows, n, mask);
    if ((mask & ~Modification.VELOCITY) != 0) {
      needNoPlayer(rows, n);
    }
    long firstGone = -1;
    for (int row = 0; row < n; row++) {
      int at = row * Modification.ROW_BYTES;
      long id = rows.getLong(at);
      Object entity = entity((int) id);
      if (entity == null) {
        firstGone = firstGone < 0 ? id : firstGone;
        continue;
      }
      if ((mask & Modification.POSITION) != 0) {
        place(entity, rows.getDouble(at + 8), rows.getDouble(at + 16), rows.getDouble(at + 24));
      }
      if ((mask & Modification.VELOCITY) != 0) {
        push(entity, rows.getDouble(at + 32), rows.getDouble(at + 40), rows.getDouble(at + 48));
      }
      if ((mask & Modification.YAW) != 0) {
        Calls.call(handle("entity.setYaw"), entity, (float) rows.getDouble(at + 56));
      }
      if ((mask & Modification.PITCH) != 0) {
        Calls.call(handle("entity.setPitch"), entity, (float) rows.getDouble(at + 64));
      }
    }
    if (firstGone >= 0) {
      throw new HostException(HostException.GONE, "no entity has the id " + firstGone);
    }
  }

  /** A player's client knows best where it is and looks: only the game's own command moves it. */
  private void needNoPlayer(ByteBuffer rows, int n) {
    for (int row = 0; row < n; row++) {
      if (isPlayer(entity((int) rows.getLong(row * Modification.ROW_BYTES)))) {
        throw new HostException(
            HostException.NOT_HERE, "a player is moved with the command tp in this game");
      }
    }
  }

  private boolean isPlayer(Object entity) {
    return names.has("players") && names.typeOf("player.class").isInstance(entity);
  }

  @Override
  public int remove(ByteBuffer ids, int n) {
    need("remove");
    need("players");
    int removed = 0;
    for (int i = 0; i < n; i++) {
      Object entity = entity((int) ids.getLong(8 * i));
      if (entity != null && !isPlayer(entity)) {
        Calls.call(handle("entity.discard"), entity);
        removed++;
      }
    }
    return removed;
  }

  @Override
  public String removal(int id) {
    return "";
  }

  @Override
  public int block(int x, int y, int z) {
    need("blocks");
    Object level = level();
    blocks.needLoaded(level, x, z);
    return blocks.get(level, x, y, z);
  }

  @Override
  public void readBlocks(Box area, IntBuffer out) {
    need("blocks");
    Object level = level();
    blocks.needLoaded(level, area);
    WorldBlocks.each(area, (x, y, z) -> out.put(blocks.get(level, x, y, z)));
  }

  @Override
  public int writeBlocks(Box area, IntBuffer in) {
    need("blocks");
    Object level = level();
    blocks.needLoaded(level, area);
    int[] changed = new int[1];
    WorldBlocks.each(
        area, (x, y, z) -> changed[0] += blocks.set(level, x, y, z, in.get(), false) ? 1 : 0);
    return changed[0];
  }

  @Override
  public int setBlock(int x, int y, int z, int code, boolean update) {
    need("blocks");
    Object level = level();
    blocks.needLoaded(level, x, z);
    int old = blocks.get(level, x, y, z);
    blocks.set(level, x, y, z, code, update);
    return old;
  }

  @Override
  public int fillBlocks(Box area, int code) {
    need("blocks");
    Object level = level();
    blocks.needLoaded(level, area);
    int[] changed = new int[1];
    WorldBlocks.each(
        area, (x, y, z) -> changed[0] += blocks.set(level, x, y, z, code, false) ? 1 : 0);
    return changed[0];
  }

  @Override
  public int ignite(int x, int y, int z, int fuse) {
    throw new HostException(
        HostException.NOT_HERE, "host.ignite isn't in this game yet: use the command summon tnt");
  }

  @Override
  public CommandResult command(String text) {
    need("commands");
    return feedback.run(server, text);
  }

  @Override
  public List<PlayerInfo> players() {
    need("players");
    Object list = Calls.call(handle("server.playerList"), server);
    List<PlayerInfo> all = new ArrayList<>();
    for (Object player : (List<?>) Calls.call(handle("playerList.players"), list)) {
      Object name = Calls.call(handle("entity.name"), player);
      Object mode = Calls.call(handle("mode.type"), Calls.call(handle("player.mode"), player));
      all.add(
          new PlayerInfo(
              (int) Calls.call(handle("entity.id"), player),
              String.valueOf(Calls.call(handle("text.string"), name)),
              String.valueOf(Calls.call(handle("entity.uuid"), player)),
              String.valueOf(Calls.call(handle("modeType.name"), mode))));
    }
    return all;
  }

  @Override
  public void subscribe(int mask, EventQueue queue) {
    queue.want(mask);
    // Who is there now is nobody's news; who comes from now on is.
    if (arrivals.tell(queue)) {
      look();
    }
  }

  /** After each tick, before the step: who has come and gone. */
  void look() {
    if (arrivals.wantsEntities() && names.has("entities")) {
      try {
        arrivals.lookAtEntities((Iterable<?>) Calls.call(handle("level.entities"), level()));
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new HostException(HostException.BAD_VALUE, "the game refuses: " + e);
      }
    }
    if (arrivals.wantsPlayers() && names.has("players")) {
      arrivals.lookAtPlayers(players());
    }
  }

  @Override
  public GameClock clock() {
    return time;
  }
}
