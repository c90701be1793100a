package ticklane.host.minestom.client;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import net.minestom.server.entity.EntityType;
import net.minestom.server.entity.GameMode;
import net.minestom.server.network.packet.server.ServerPacket;
import net.minestom.server.network.packet.server.play.BlockChangePacket;
import net.minestom.server.network.packet.server.play.ChunkDataPacket;
import net.minestom.server.network.packet.server.play.DamageEventPacket;
import net.minestom.server.network.packet.server.play.DestroyEntitiesPacket;
import net.minestom.server.network.packet.server.play.EntityMetaDataPacket;
import net.minestom.server.network.packet.server.play.EntityPositionAndRotationPacket;
import net.minestom.server.network.packet.server.play.EntityPositionPacket;
import net.minestom.server.network.packet.server.play.EntityPositionSyncPacket;
import net.minestom.server.network.packet.server.play.EntityRotationPacket;
import net.minestom.server.network.packet.server.play.EntityTeleportPacket;
import net.minestom.server.network.packet.server.play.EntityVelocityPacket;
import net.minestom.server.network.packet.server.play.ExplosionPacket;
import net.minestom.server.network.packet.server.play.MultiBlockChangePacket;
import net.minestom.server.network.packet.server.play.PlayerInfoRemovePacket;
import net.minestom.server.network.packet.server.play.PlayerInfoUpdatePacket;
import net.minestom.server.network.packet.server.play.SpawnEntityPacket;
import net.minestom.server.network.packet.server.play.UnloadChunkPacket;
import ticklane.core.EventKind;
import ticklane.core.EventQueue;
import ticklane.host.minestom.entity.Cause;
import ticklane.host.minestom.entity.Removal;
import ticklane.host.minestom.physics.Collider;
import ticklane.host.minestom.world.BlockTable;

/** Everything a client knows of its world, from packets; on the client's thread. */
final class SeenWorld {
  private static final int REMEMBERED = 4096;

  /** Somebody in the player list. */
  record Listed(UUID uuid, String name, GameMode gameMode, int latency) {}

  private final SeenBlocks blocks;
  private final BlockTable table = new BlockTable();
  private final Collider collider;
  private final Map<Integer, SeenEntity> entities = new LinkedHashMap<>();
  private final Map<UUID, Listed> listed = new LinkedHashMap<>();
  private final Map<Integer, Removal> gone =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Removal> eldest) {
          return size() > REMEMBERED;
        }
      };
  private EventQueue queue = new EventQueue();
  private EventQueue twin;
  private long tick;
  private int ownNumber = -1;
  private int ownId = -1;

  SeenWorld(int minY) {
    blocks = new SeenBlocks(minY, this::blockChanged);
    collider = new Collider(blocks, table);
  }

  SeenBlocks blocks() {
    return blocks;
  }

  BlockTable table() {
    return table;
  }

  Collider collider() {
    return collider;
  }

  void attach(EventQueue queue) {
    this.queue.twin(null);
    this.queue = queue;
    queue.twin(twin);
  }

  /** Another lane hears what this client's does. */
  void twin(EventQueue queue) {
    twin = queue;
    this.queue.twin(queue);
  }

  EventQueue events() {
    return queue;
  }

  void tick(long tick) {
    this.tick = tick;
    for (SeenEntity entity : entities.values()) {
      entity.remember();
    }
  }

  /** In the order they came into sight. */
  Collection<SeenEntity> entities() {
    return Collections.unmodifiableCollection(entities.values());
  }

  SeenEntity get(int id) {
    return entities.get(id);
  }

  /** Null when it isn't in sight. */
  SeenEntity get(UUID uuid) {
    for (SeenEntity entity : entities.values()) {
      if (entity.uuid.equals(uuid)) {
        return entity;
      }
    }
    return null;
  }

  /** What is known of one that went out of sight: never why. */
  Removal gone(int id) {
    return gone.get(id);
  }

  List<Listed> players() {
    return List.copyOf(listed.values());
  }

  Listed player(UUID uuid) {
    return listed.get(uuid);
  }

  /**
   * The client's own player, which no packet announces.
   *
   * @param number what the server calls it
   */
  void own(SeenEntity player, int number) {
    ownNumber = number;
    ownId = player.id;
    own(player);
  }

  void own(SeenEntity player) {
    entities.put(player.id, player);
  }

  /** Whether the server means the client's own player. */
  boolean isOwn(int number) {
    return number == ownNumber;
  }

  /** Another world: what was seen of the last one is gone. */
  void clear(Cause cause) {
    for (int id : List.copyOf(entities.keySet())) {
      remove(id, cause);
    }
    blocks.clear();
  }

  /** No world any more. */
  void leave() {
    clear(Cause.UNLOADED);
    listed.clear();
  }

  void tickEntities(int except) {
    for (SeenEntity entity : entities.values()) {
      if (entity.id != except) {
        entity.tick(collider);
      }
    }
  }

  /** Takes in what a packet tells of the world; false when it tells nothing of it. */
  boolean take(ServerPacket packet) {
    switch (packet) {
      case ChunkDataPacket chunk -> blocks.load(chunk);
      case UnloadChunkPacket chunk -> blocks.unload(chunk.chunkX(), chunk.chunkZ());
      case BlockChangePacket change ->
          blocks.set(
              change.blockPosition().blockX(),
              change.blockPosition().blockY(),
              change.blockPosition().blockZ(),
              change.blockStateId());
      case MultiBlockChangePacket changes -> blocks.set(changes);
      case SpawnEntityPacket spawn -> spawn(spawn);
      case DestroyEntitiesPacket destroyed -> destroyed.entityIds().forEach(this::remove);
      case PlayerInfoUpdatePacket update -> update(update);
      case PlayerInfoRemovePacket removed -> removed.uuids().forEach(this::unlist);
      case ExplosionPacket explosion ->
          queue.put(
              EventKind.EXPLOSION,
              -1,
              0,
              explosion.blockCount(),
              0,
              0,
              explosion.center().x(),
              explosion.center().y(),
              explosion.center().z(),
              0,
              0,
              0,
              0,
              0,
              0,
              explosion.radius());
      default -> {
        return takeMotion(packet);
      }
    }
    return true;
  }

  private boolean takeMotion(ServerPacket packet) {
    int number = subject(packet);
    SeenEntity entity = entities.get(isOwn(number) ? ownId : number);
    if (entity == null) {
      return false;
    }
    switch (packet) {
      case EntityPositionPacket to ->
          entity.moved(to.deltaX(), to.deltaY(), to.deltaZ(), to.onGround());
      case EntityPositionAndRotationPacket to -> {
        entity.moved(to.deltaX(), to.deltaY(), to.deltaZ(), to.onGround());
        entity.turned(to.yaw(), to.pitch());
      }
      case EntityRotationPacket to -> entity.turned(to.yaw(), to.pitch());
      case EntityPositionSyncPacket to -> {
        entity.told(to.position(), to.yaw(), to.pitch(), to.onGround());
        entity.push(to.delta());
      }
      case EntityTeleportPacket to -> {
        entity.place(to.position());
        entity.turned(to.position().yaw(), to.position().pitch());
        entity.onGround = to.onGround();
      }
      case EntityVelocityPacket to -> entity.push(to.velocity());
      case EntityMetaDataPacket meta -> entity.meta(meta.entries());
      case DamageEventPacket damage ->
          queue.put(
              EventKind.DAMAGE,
              entity.id,
              entity.type.id(),
              0,
              0,
              Cause.UNKNOWN.code(),
              entity.x,
              entity.y,
              entity.z,
              0,
              0,
              0,
              0,
              0,
              0,
              Double.NaN);
      default -> {
        return false;
      }
    }
    return true;
  }

  private static int subject(ServerPacket packet) {
    return switch (packet) {
      case EntityPositionPacket to -> to.entityId();
      case EntityPositionAndRotationPacket to -> to.entityId();
      case EntityRotationPacket to -> to.entityId();
      case EntityPositionSyncPacket to -> to.entityId();
      case EntityTeleportPacket to -> to.entityId();
      case EntityVelocityPacket to -> to.entityId();
      case EntityMetaDataPacket to -> to.entityId();
      case DamageEventPacket to -> to.targetEntityId();
      default -> -1;
    };
  }

  private void spawn(SpawnEntityPacket packet) {
    SeenEntity entity = new SeenEntity(packet);
    entities.remove(entity.id); // in the order they came: a second time is a new coming
    entities.put(entity.id, entity);
    queue.put(
        EventKind.ENTITY_SPAWN, entity.id, entity.type.id(), 0, 0, 0, entity.x, entity.y, entity.z);
  }

  private void remove(int id) {
    remove(id, Cause.UNKNOWN);
  }

  private void remove(int id, Cause cause) {
    SeenEntity entity = entities.remove(id);
    if (entity == null) {
      return;
    }
    gone.put(id, new Removal(entity.type.name(), tick, cause, entity.x, entity.y, entity.z));
    queue.put(
        EventKind.ENTITY_REMOVE,
        id,
        entity.type.id(),
        (int) Math.min(entity.age, Integer.MAX_VALUE),
        -1,
        cause.code(),
        entity.x,
        entity.y,
        entity.z,
        entity.vx,
        entity.vy,
        entity.vz,
        0,
        0,
        0,
        0);
  }

  private void update(PlayerInfoUpdatePacket update) {
    for (PlayerInfoUpdatePacket.Entry entry : update.entries()) {
      Listed known = listed.get(entry.uuid());
      boolean added = update.actions().contains(PlayerInfoUpdatePacket.Action.ADD_PLAYER);
      if (known == null && !added) {
        continue;
      }
      boolean mode = update.actions().contains(PlayerInfoUpdatePacket.Action.UPDATE_GAME_MODE);
      boolean latency = update.actions().contains(PlayerInfoUpdatePacket.Action.UPDATE_LATENCY);
      listed.put(
          entry.uuid(),
          new Listed(
              entry.uuid(),
              added ? entry.username() : known.name(),
              mode || known == null ? entry.gameMode() : known.gameMode(),
              latency || known == null ? entry.latency() : known.latency()));
      if (known == null) {
        told(EventKind.PLAYER_JOIN, entry.uuid(), entry.username(), "");
      }
    }
  }

  private void unlist(UUID uuid) {
    Listed known = listed.remove(uuid);
    if (known != null) {
      told(EventKind.PLAYER_LEAVE, uuid, known.name(), "");
    }
  }

  /** A line of chat; who said it the line itself tells. */
  void said(String text) {
    queue.putText(
        EventKind.CHAT, -1, EntityType.PLAYER.id(), Double.NaN, Double.NaN, Double.NaN, "", text);
  }

  private void told(EventKind kind, UUID uuid, String name, String text) {
    SeenEntity seen = get(uuid);
    queue.putText(
        kind,
        seen == null ? -1 : seen.id,
        EntityType.PLAYER.id(),
        seen == null ? Double.NaN : seen.x,
        seen == null ? Double.NaN : seen.y,
        seen == null ? Double.NaN : seen.z,
        name,
        text);
  }

  private void blockChanged(int x, int y, int z, int oldCode, int newCode) {
    queue.put(EventKind.BLOCK_CHANGE, 0, 0, oldCode, newCode, 0, x, y, z);
  }
}
