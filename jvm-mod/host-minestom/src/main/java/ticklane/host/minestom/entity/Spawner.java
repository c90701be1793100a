package ticklane.host.minestom.entity;

import java.util.List;
import java.util.SplittableRandom;
import net.minestom.server.coordinate.Pos;
import net.minestom.server.entity.EntityType;
import net.minestom.server.item.Material;
import ticklane.core.HostException;
import ticklane.core.NameTable;
import ticklane.core.SpawnRequest;
import ticklane.host.minestom.Names;

/** Makes entities: exactly as asked, or as the game does when a block is primed or dropped. */
public final class Spawner {
  /** Fuse of TNT in ticks when none is given. */
  public static final int DEFAULT_FUSE = 80;

  private static final double POP = 0.2;
  private static final double NUDGE = 0.02;

  private final Population world;
  private final Kinds kinds;
  private SeededUuids uuids;

  Spawner(Population world, long seed) {
    this.world = world;
    kinds = new Kinds(world);
    reseed(seed);
  }

  /** Starts the UUIDs anew; none that an entity has comes again. */
  void reseed(long seed) {
    uuids = new SeededUuids(seed, uuid -> world.blocks().instance().getEntityByUuid(uuid) != null);
  }

  /**
   * Spawns what is asked, in exactly that state.
   *
   * @throws HostException unknown_name, not_here (a type that isn't modelled), bad_value, unloaded
   */
  public Body spawn(SpawnRequest request) {
    EntityType type = Names.entityType(request.type());
    if (type == null) {
      throw new HostException(
          HostException.UNKNOWN_NAME,
          "no entity type '%s'%s"
              .formatted(request.type(), Names.hint(NameTable.ENTITY_TYPE, request.type())));
    }
    Asked.checkPlace(request.x(), request.y(), request.z());
    Asked.checkMotion(request.vx(), request.vy(), request.vz());
    Asked.checkTurn(request.yaw(), request.pitch());
    EntityNbt nbt = EntityNbt.parse(request.nbt(), type.name(), Kinds.isLiving(type));
    Body body = kinds.create(type, request, nbt, uuids::next);
    body.vx = request.vx();
    body.vy = request.vy();
    body.vz = request.vz();
    double[] motion = nbt.motion();
    if (motion != null) {
      body.vx = motion[0];
      body.vy = motion[1];
      body.vz = motion[2];
    }
    body.yaw = request.yaw();
    body.pitch = request.pitch();
    double[] rotation = nbt.rotation();
    if (rotation != null) {
      body.yaw = (float) rotation[0];
      body.pitch = (float) rotation[1];
    }
    body.setWeightless(nbt.flag("NoGravity", false));
    if (!request.tag().isEmpty()) {
      addTag(body, request.tag());
    }
    nbt.tags().forEach(tag -> addTag(body, tag));
    return enter(body, request.x(), request.y(), request.z());
  }

  private static void addTag(Body body, String tag) {
    Asked.checkTags(List.of(tag));
    body.addTag(tag);
  }

  /** Whether this host moves such an entity as the game does. */
  public static boolean isModelled(EntityType type) {
    return Kinds.isModelled(type);
  }

  /**
   * A TNT block, already taken away, becomes primed TNT: popped up by 0.2 and nudged by 0.02 in a
   * random direction (PrimedTnt's constructor in the game).
   */
  public Body primed(int x, int y, int z, int fuse) {
    return primed(x, y, z, fuse, world.random());
  }

  Body primed(int x, int y, int z, int fuse, SplittableRandom random) {
    Body tnt = new PrimedTnt(world, uuids.next(), Asked.checkFuse(fuse), Blast.TNT);
    double direction = random.nextDouble() * 2 * Math.PI;
    tnt.vx = -StrictMath.sin(direction) * NUDGE;
    tnt.vy = POP;
    tnt.vz = -StrictMath.cos(direction) * NUDGE;
    return enter(tnt, x + 0.5, y, z + 0.5);
  }

  /** An item falls off something. */
  void dropped(Material material, double x, double y, double z) {
    dropped(material, 1, x, y, z, world.random());
  }

  /** A stack comes out of a block, within a quarter of its middle. */
  void popped(Material material, int count, int x, int y, int z, SplittableRandom random) {
    double offX = random.nextDouble() * 0.5 - 0.25;
    double offY = random.nextDouble() * 0.5 - 0.25;
    double offZ = random.nextDouble() * 0.5 - 0.25;
    double half = EntityType.ITEM.registry().height() / 2;
    dropped(material, count, x + 0.5 + offX, y + 0.5 + offY - half, z + 0.5 + offZ, random);
  }

  private void dropped(
      Material material, int count, double x, double y, double z, SplittableRandom random) {
    ItemBody item = new ItemBody(world, uuids.next(), material, count, 0, ItemBody.DROP_DELAY);
    item.vx = random.nextDouble() * 0.2 - 0.1;
    item.vy = POP;
    item.vz = random.nextDouble() * 0.2 - 0.1;
    enter(item, x, y, z);
  }

  private Body enter(Body body, double x, double y, double z) {
    body.x = x;
    body.y = y;
    body.z = z;
    return enter(body);
  }

  /** A body comes into the world where it says it is. */
  Body enter(Body body) {
    if (body instanceof FallingBlockBody falling) {
      falling.showStart();
    }
    Pos place = new Pos(body.x, body.y, body.z, body.yaw, body.pitch);
    body.setInstance(world.blocks().instance(), place).join();
    world.add(body);
    return body;
  }
}
