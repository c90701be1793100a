package ticklane.host.minestom.client;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import net.kyori.adventure.text.Component;
import net.kyori.adventure.text.format.NamedTextColor;
import net.kyori.adventure.text.serializer.plain.PlainTextComponentSerializer;
import net.minestom.server.coordinate.Vec;
import net.minestom.server.entity.EntityType;
import net.minestom.server.entity.GameMode;
import net.minestom.server.network.packet.client.play.ClientCommandChatPacket;
import net.minestom.server.network.packet.server.ServerPacket;
import net.minestom.server.network.packet.server.play.ChangeGameStatePacket;
import net.minestom.server.network.packet.server.play.EntityVelocityPacket;
import net.minestom.server.network.packet.server.play.ExplosionPacket;
import net.minestom.server.network.packet.server.play.JoinGamePacket;
import net.minestom.server.network.packet.server.play.PlayerPositionAndLookPacket;
import net.minestom.server.network.packet.server.play.RespawnPacket;
import net.minestom.server.network.packet.server.play.SystemChatPacket;
import net.minestom.server.network.packet.server.play.UpdateHealthPacket;
import net.minestom.server.network.player.ClientSettings;
import ticklane.core.Box;
import ticklane.core.CommandResult;
import ticklane.core.EntityColumns;
import ticklane.core.EventQueue;
import ticklane.core.GameClock;
import ticklane.core.GameHost;
import ticklane.core.GameInfo;
import ticklane.core.HostException;
import ticklane.core.NameTable;
import ticklane.core.PictureSource;
import ticklane.core.PlayerInfo;
import ticklane.core.SpawnRequest;
import ticklane.core.TagSets;
import ticklane.host.minestom.CodeTables;
import ticklane.host.minestom.entity.Cause;
import ticklane.host.minestom.entity.Removal;
import ticklane.host.minestom.picture.Pictures;
import ticklane.host.minestom.world.BlockTable;

/**
 * The game as one client sees it. It changes nothing but by what a player can do; on the client's
 * thread, which holds {@link #lock} whenever it changes what is seen, so that the render thread can
 * look.
 */
final class ClientHost implements GameHost {
  /** So long without a new chunk, and there are no more: at the world's edge some are missing. */
  private static final long QUIET_NANOS = 3_000_000_000L;

  private static final int NO_ID = -1;

  private ServerLink link;
  private final GameClock clock;
  private final GameInfo info;
  private final SeenWorld world;
  private final CodeTables tables = new CodeTables(new TagSets(Set::of));
  private final PendingCommands commands = new PendingCommands();
  private OwnHands hands;
  private final PictureSource pictures;
  private final ReentrantLock lock = new ReentrantLock();
  private OwnPlayer own;

  /**
   * The player's id for scripts: the first that the server gave it, and the same when it rejoins.
   */
  private int ownId = NO_ID;

  private GameMode mode = GameMode.SURVIVAL;
  private long tick;
  private long ticked;
  private int chunksSeen;
  private long quietSince = System.nanoTime();
  private int viewDistance;
  private long tickedAt = System.nanoTime();

  /**
   * A client that has not joined yet.
   *
   * @param clock of the server in this process
   * @param pictures draws a scene of this client
   */
  ClientHost(GameClock clock, GameInfo info, int minY, ScenePictures pictures) {
    this.clock = clock;
    this.info = info;
    world = new SeenWorld(minY);
    this.pictures = (request, taken, failed) -> pictures.take(request, scene(1.0), taken, failed);
  }

  /** From now on it is told of the world by this connection. */
  void join(ServerLink link) {
    this.link = link;
    hands = new OwnHands(world, link);
  }

  /** The world is gone, with all that was seen of it; nothing asked of the server is answered. */
  void leave() {
    lock.lock();
    try {
      own = null;
      world.leave();
      commands.leave();
    } finally {
      lock.unlock();
    }
  }

  /** One tick of the client: what the server has sent, then what moves, then the player. */
  void tick(long serverTick) {
    lock.lock();
    try {
      tick = serverTick;
      ticked++;
      world.tick(serverTick);
      link.drain(this::take);
      commands.tick(ticked);
      if (own == null) {
        return;
      }
      world.tickEntities(own.body().id);
      hands.act(own);
      own.tick();
      tickedAt = System.nanoTime();
    } finally {
      lock.unlock();
    }
  }

  /** Takes in what the server has sent, while its world stands still. */
  void idle() {
    lock.lock();
    try {
      link.drain(this::take);
    } finally {
      lock.unlock();
    }
  }

  /** Held while what is seen changes, or is looked at by another thread. */
  Lock lock() {
    return lock;
  }

  /** Whether chunks still come in: a picture taken now would have holes. The render thread. */
  boolean isLoading() {
    long now = System.nanoTime();
    int chunks = chunks();
    if (chunks != chunksSeen) {
      chunksSeen = chunks;
      quietSince = now;
    }
    int side = 2 * viewDistance + 1;
    return chunksSeen < side * side && now - quietSince < QUIET_NANOS;
  }

  /** How many chunks it holds. Any thread. */
  int chunks() {
    lock.lock();
    try {
      return world.blocks().count();
    } finally {
      lock.unlock();
    }
  }

  /** A renderer of what it sees, for one other thread. */
  Pictures newPictures() {
    return new Pictures(world.blocks(), new BlockTable(), world.blocks(), lock);
  }

  /** Another lane hears what this one does; the lock is held. */
  void twin(EventQueue queue) {
    world.twin(queue);
  }

  /** What moves, as a frame at that time shows it. Any thread. */
  Scene scene(long now) {
    lock.lock();
    try {
      boolean stands = clock.frozen() || clock.sprinting();
      return scene(stands ? 1 : Math.clamp((now - tickedAt) * clock.rate() / 1e9, 0, 1));
    } finally {
      lock.unlock();
    }
  }

  private Scene scene(double partial) {
    List<Still> all = new ArrayList<>(world.entities().size());
    Still me = null;
    for (SeenEntity entity : world.entities()) {
      boolean mine = entity == own.body();
      Still one = entity.at(partial, mine ? own.height() : entity.height);
      all.add(one);
      me = mine ? one : me;
    }
    Map<UUID, String> names = new HashMap<>();
    for (SeenWorld.Listed listed : world.players()) {
      names.put(listed.uuid(), listed.name());
    }
    return new Scene(
        tick,
        partial,
        all,
        me == null ? own.body().at(partial, own.height()) : me,
        own.eyes(),
        names);
  }

  /** Whether the player stands somewhere and the ground it stands on has come. */
  boolean isSettled() {
    return own != null
        && own.isPlaced()
        && world.blocks().isLoaded((int) Math.floor(own.body().x), (int) Math.floor(own.body().z));
  }

  private void take(ServerPacket packet) {
    switch (packet) {
      case JoinGamePacket join -> {
        mode = join.gameMode();
        viewDistance = Math.min(join.viewDistance(), ClientSettings.DEFAULT.viewDistance());
        UUID uuid = link.uuid();
        ownId = ownId == NO_ID ? join.entityId() : ownId;
        own = new OwnPlayer(world, link, new SeenEntity(ownId, uuid, EntityType.PLAYER));
        world.own(own.body(), join.entityId());
      }
      case RespawnPacket respawn -> {
        mode = respawn.gameMode();
        SeenEntity body = own.body();
        world.clear(Cause.UNKNOWN);
        world.own(body);
      }
      case PlayerPositionAndLookPacket to -> own.put(to);
      case UpdateHealthPacket health -> own.body().health = health.health();
      case ChangeGameStatePacket change -> {
        if (change.reason() == ChangeGameStatePacket.Reason.CHANGE_GAMEMODE) {
          mode = mode((int) change.value());
        }
      }
      case EntityVelocityPacket push when own != null && world.isOwn(push.entityId()) ->
          own.body().push(push.velocity());
      case ExplosionPacket explosion -> {
        world.take(explosion);
        if (explosion.playerKnockback() != null) {
          own.body()
              .push(
                  new Vec(own.body().vx, own.body().vy, own.body().vz)
                      .add(explosion.playerKnockback()));
        }
      }
      case SystemChatPacket line -> said(line);
      default -> world.take(packet);
    }
  }

  private static GameMode mode(int number) {
    return switch (number) {
      case 1 -> GameMode.CREATIVE;
      case 2 -> GameMode.ADVENTURE;
      case 3 -> GameMode.SPECTATOR;
      default -> GameMode.SURVIVAL;
    };
  }

  private void said(SystemChatPacket line) {
    if (line.overlay()) {
      return;
    }
    Component message = line.message();
    String text = PlainTextComponentSerializer.plainText().serialize(message);
    if (!commands.answered(!NamedTextColor.RED.equals(message.color()), text)) {
      world.said(text);
    }
  }

  @Override
  public GameInfo info() {
    return info;
  }

  @Override
  public long tick() {
    return tick;
  }

  @Override
  public void fill(EntityColumns columns) {
    scene(1.0).fill(columns);
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

  private static HostException notHere(String call) {
    return new HostException(
        HostException.NOT_HERE,
        call
            + ": a client changes nothing by itself. Ask the server: host.command(…) as a player"
            + " may, or a script on the server lane");
  }

  @Override
  public int spawn(SpawnRequest request) {
    throw notHere("host.spawn()");
  }

  @Override
  public void modify(ByteBuffer rows, int n, int mask) {
    throw notHere("host.modify()");
  }

  @Override
  public int remove(ByteBuffer ids, int n) {
    throw notHere("host.remove()");
  }

  @Override
  public int writeBlocks(Box area, IntBuffer codes) {
    throw notHere("host.set_blocks()");
  }

  @Override
  public int setBlock(int x, int y, int z, int code, boolean update) {
    throw notHere("host.set_block()");
  }

  @Override
  public int fillBlocks(Box area, int code) {
    throw notHere("host.fill()");
  }

  @Override
  public int ignite(int x, int y, int z, int fuse) {
    throw notHere("host.ignite()");
  }

  /** The client is told that it is gone, never why. */
  @Override
  public String removal(int id) {
    return Removal.json(world.gone(id));
  }

  @Override
  public int block(int x, int y, int z) {
    return world.blocks().code(x, y, z);
  }

  @Override
  public void readBlocks(Box area, IntBuffer out) {
    world.blocks().read(area, out);
  }

  @Override
  public CommandResult command(String text) {
    lock.lock();
    try {
      link.send(new ClientCommandChatPacket(text));
      return CommandResult.pending(commands.sent(ticked));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public CommandResult reply(int number) {
    lock.lock();
    try {
      return commands.take(number);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public List<PlayerInfo> players() {
    return world.players().stream()
        .map(
            listed ->
                new PlayerInfo(
                    id(listed.uuid()),
                    listed.name(),
                    listed.uuid().toString(),
                    (own != null && listed.uuid().equals(own.body().uuid)
                            ? mode
                            : listed.gameMode())
                        .name()
                        .toLowerCase(Locale.ROOT)))
        .filter(player -> player.id() >= 0)
        .toList();
  }

  /** The entity of somebody in the player list, -1 when out of sight. */
  private int id(UUID uuid) {
    SeenEntity seen = world.get(uuid);
    return seen == null ? -1 : seen.id;
  }

  @Override
  public int self() {
    return own == null ? -1 : own.body().id;
  }

  @Override
  public void control(String action, double a, double b, boolean c, boolean d) {
    if (own == null) {
      throw new HostException(HostException.NOT_HERE, "the player is not in the world yet");
    }
    lock.lock();
    try {
      switch (action) {
        case "move" -> {
          own.controls.forward = Math.clamp(a, -1, 1);
          own.controls.left = Math.clamp(b, -1, 1);
          own.controls.sprint = c;
          own.controls.sneak = d;
        }
        case "look" -> {
          own.body().yaw = (float) a;
          own.body().pitch = (float) Math.clamp(b, -90, 90);
        }
        case "jump" -> own.controls.jump = true;
        case "attack" -> own.controls.attack = true;
        case "use" -> own.controls.use = true;
        case "select" -> hands.select((int) a);
        default -> throw new HostException(HostException.BAD_VALUE, "a player can't " + action);
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public PictureSource pictures() {
    return pictures;
  }

  @Override
  public void subscribe(int mask, EventQueue queue) {
    lock.lock();
    try {
      queue.want(mask);
      world.attach(queue);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public GameClock clock() {
    return clock;
  }
}
