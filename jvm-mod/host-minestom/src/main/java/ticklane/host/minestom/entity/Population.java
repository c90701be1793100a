package ticklane.host.minestom.entity;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import net.minestom.server.entity.Entity;
import net.minestom.server.entity.Player;
import net.minestom.server.item.Material;
import ticklane.core.EntityColumns;
import ticklane.core.TagSets;
import ticklane.host.minestom.physics.BlastRays;
import ticklane.host.minestom.physics.Collider;
import ticklane.host.minestom.physics.Exposure;
import ticklane.host.minestom.physics.Rays;
import ticklane.host.minestom.world.BlockStore;
import ticklane.host.minestom.world.BlockTable;

/**
 * Everything that lives in the world, in spawn order, and what it needs to live. All on the server
 * thread. Every order here is the order of spawning and all chance comes from one seeded source, so
 * that the same seed gives the same bits.
 */
public final class Population {
  /** Minestom's velocities are per second. */
  public static final double TICKS_PER_SECOND = 20;

  private static final int REMEMBERED = 4096;

  /** Players' ids lie apart, so that who comes and goes shifts nobody else's. */
  private static final int PLAYERS = 1 << 30;

  /** UUIDs that start anew are others than those of a world that began with that seed. */
  private static final long RESTARTED = 0x5851F42D4C957F2DL;

  private final BlockStore blocks;
  private final BlockTable table = new BlockTable();
  private final Contact contact;
  private final Rays rays;
  private final Explosions explosions;
  private final Spawner spawner;
  private final TagSets tagSets = new TagSets(this::tagCodes);
  private final PlayerMotion playerMotion;
  private final WorldEvents events = new WorldEvents();
  private final List<Entity> members = new ArrayList<>();
  private final ItemGrid items = new ItemGrid();
  private final List<Player> players = new ArrayList<>();
  private final Map<Integer, Entity> byId = new HashMap<>();
  private final Map<Integer, Removal> removals =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Removal> eldest) {
          return size() > REMEMBERED;
        }
      };
  private SplittableRandom random;
  private long tick;
  private long changes;
  private int spawned;
  private boolean stale;
  private boolean ticking;

  public Population(BlockStore blocks, long seed) {
    this.blocks = blocks;
    random = new SplittableRandom(seed);
    playerMotion = new PlayerMotion(blocks, table);
    contact = new Contact(this, new Collider(blocks, table));
    rays = new Rays(blocks, table);
    explosions = new Explosions(this, new BlastRays(blocks), new Exposure(rays, blocks));
    spawner = new Spawner(this, seed);
  }

  /** Ticks everything that was there when the tick began, in spawn order. */
  public void tick() {
    tick++;
    int n = members().size(); // before it ticks: what is removed is let go of here at the latest
    ticking = true;
    for (int i = 0; i < n; i++) {
      if (members.get(i) instanceof Body body && !body.isRemoved()) {
        body.tickOnce();
      }
    }
    ticking = false;
  }

  /** After the connections' turn in a tick: how the players have moved. */
  public void observePlayers() {
    playerMotion.observe(players);
  }

  /** Number of the tick being run, or of the last one. */
  public long tickNumber() {
    return tick;
  }

  /** Everything in spawn order; while the world ticks it may hold what is already removed. */
  public List<Entity> members() {
    if (stale && !ticking) {
      members.removeIf(Entity::isRemoved);
      stale = false;
    }
    return members;
  }

  public void reseed(long seed) {
    random = new SplittableRandom(seed);
    spawner.reseed(seed ^ RESTARTED);
  }

  /** How many entities have come and gone so far, together. */
  public long changes() {
    return changes;
  }

  void add(Entity entity) {
    changes++;
    if (entity instanceof Body body) {
      body.number(++spawned);
    }
    members.add(entity);
    byId.put(idOf(entity), entity);
    if (entity instanceof ItemBody item) {
      items.put(item);
    }
    if (entity instanceof Player player) {
      players.add(player);
    }
    events.spawned(entity);
  }

  /** A player came in. */
  public void join(Player player) {
    add(player);
  }

  /** A player left; Minestom has removed the entity. */
  public void leave(Player player) {
    if (byId.containsKey(idOf(player))) {
      forget(player, Cause.UNLOADED, -1);
    }
  }

  /** Takes an entity away; {@code into} is what it merged into, else -1. */
  public void remove(Body body, Cause cause, int into) {
    if (body.isRemoved()) {
      return;
    }
    body.remove();
    forget(body, cause, into);
  }

  private void forget(Entity entity, Cause cause, int into) {
    changes++;
    double[] at = WorldEvents.position(entity);
    byId.remove(idOf(entity));
    if (entity instanceof ItemBody item) {
      items.remove(item);
    }
    if (entity instanceof Player player) {
      players.remove(player);
      playerMotion.forget(player);
      members.remove(entity);
    } else {
      stale = true;
    }
    removals.put(
        idOf(entity), new Removal(entity.getEntityType().name(), tick, cause, at[0], at[1], at[2]));
    events.removed(entity, cause, into);
  }

  /** Feet of an entity, x y z. */
  public static double[] position(Entity entity) {
    return WorldEvents.position(entity);
  }

  /** An entity's id as scripts know it: the order of spawning in this world, for players apart. */
  public static int idOf(Entity entity) {
    return entity instanceof Body body ? body.number() : PLAYERS + entity.getEntityId();
  }

  /** The entity with this id, or null. */
  public Entity get(int id) {
    return byId.get(id);
  }

  /** What became of it, or null. */
  public Removal removal(int id) {
    return removals.get(id);
  }

  void dropItem(Material material, double x, double y, double z) {
    spawner.dropped(material, x, y, z);
  }

  /** Fills the table, one row for each member. */
  public void fill(EntityColumns columns) {
    TableRows.fill(members(), playerMotion, columns);
  }

  public BlockStore blocks() {
    return blocks;
  }

  public BlockTable table() {
    return table;
  }

  Contact contact() {
    return contact;
  }

  Rays rays() {
    return rays;
  }

  Explosions explosions() {
    return explosions;
  }

  public Spawner spawner() {
    return spawner;
  }

  public TagSets tagSets() {
    return tagSets;
  }

  private Set<Integer> tagCodes() {
    Set<Integer> codes = new HashSet<>();
    for (Entity member : members) {
      if (member instanceof Body body) {
        codes.add(body.tagCode());
      }
    }
    return codes;
  }

  public WorldEvents events() {
    return events;
  }

  public SplittableRandom random() {
    return random;
  }

  /** Items by place. */
  ItemGrid items() {
    return items;
  }

  /** Everyone online, in join order. */
  public List<Player> players() {
    return players;
  }
}
