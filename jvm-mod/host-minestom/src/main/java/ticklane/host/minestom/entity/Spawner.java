package ticklane.host.minestom.entity;

import java.util.List;
import java.util.Set;
import net.minestom.server.coordinate.Pos;
import net.minestom.server.entity.EntityType;
import net.minestom.server.entity.attribute.Attribute;
import net.minestom.server.item.Material;
import ticklane.core.HostException;
import ticklane.core.NameTable;
import ticklane.core.SpawnRequest;
import ticklane.host.minestom.Names;
import ticklane.host.minestom.world.BlockKind;
import ticklane.host.minestom.world.BlockStore;

/** Makes entities: exactly as asked, or as the game does when a block is primed or dropped. */
public final class Spawner {
  /** Fuse of TNT in ticks when none is given. */
  public static final int DEFAULT_FUSE = 80;

  private static final float TNT_POWER = 4;
  static final int FUSE_MAX = 32_767;

  /** Nothing lives this far up or down. */
  static final double FAR = 20_000_000;

  private static final int STACK_MAX = 99;
  private static final double POP = 0.2;
  private static final double NUDGE = 0.02;

  /** Living things whose gravity isn't that of the others, so that a row for them would lie. */
  private static final Set<String> FLYING =
      Set.of(
          "minecraft:allay",
          "minecraft:bat",
          "minecraft:bee",
          "minecraft:blaze",
          "minecraft:breeze",
          "minecraft:chicken",
          "minecraft:ender_dragon",
          "minecraft:ghast",
          "minecraft:happy_ghast",
          "minecraft:parrot",
          "minecraft:phantom",
          "minecraft:shulker",
          "minecraft:vex",
          "minecraft:wither");

  /** Minecarts that do nothing but move. */
  private static final Set<String> CARTS = Set.of("minecraft:minecart", "minecraft:chest_minecart");

  private final Population world;
  private final SeededUuids uuids;

  Spawner(Population world, long seed) {
    this.world = world;
    uuids = new SeededUuids(seed);
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
    checkPlace(request.x(), request.y(), request.z());
    checkMotion(request.vx(), request.vy(), request.vz());
    checkTurn(request.yaw(), request.pitch());
    EntityNbt nbt = EntityNbt.parse(request.nbt(), type.name(), isLiving(type));
    Body body = create(type, request, nbt);
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
    checkTags(List.of(tag));
    body.addTag(tag);
  }

  static void checkTags(List<String> tags) {
    for (String tag : tags) {
      if (tag.isEmpty() || tag.chars().anyMatch(Character::isWhitespace)) {
        throw bad("a tag is one word, not '%s'".formatted(tag));
      }
    }
  }

  /** Whether this host moves such an entity as the game does. */
  public static boolean isModelled(EntityType type) {
    return switch (type.name()) {
      case "minecraft:falling_block",
          "minecraft:tnt",
          "minecraft:item",
          "minecraft:experience_orb" ->
          true;
      default ->
          ProjectileMotion.BY_TYPE.containsKey(type.name())
              || CARTS.contains(type.name())
              || isLiving(type);
    };
  }

  private static boolean isLiving(EntityType type) {
    return type.registry().shouldSendAttributes()
        && !type.name().equals("minecraft:player")
        && !FLYING.contains(type.name());
  }

  private Body create(EntityType type, SpawnRequest request, EntityNbt nbt) {
    String name = type.name();
    refuse(request.fuse() >= 0 && !name.equals("minecraft:tnt"), "fuse", "tnt", name);
    refuse(
        !request.block().isEmpty() && !name.equals("minecraft:falling_block"),
        "block",
        "falling_block",
        name);
    refuse(!request.item().isEmpty() && !name.equals("minecraft:item"), "item", "item", name);
    return switch (name) {
      case "minecraft:tnt" -> tnt(request, nbt);
      case "minecraft:falling_block" -> fallingBlock(request, nbt);
      case "minecraft:item" -> item(request, nbt);
      case "minecraft:experience_orb" ->
          new OrbBody(world, uuids.next(), nbt.whole("Value", 1, 1, 32_767));
      default -> {
        ProjectileMotion motion = ProjectileMotion.BY_TYPE.get(name);
        if (motion != null) {
          yield new ProjectileBody(world, type, uuids.next(), motion(motion, nbt));
        }
        if (CARTS.contains(name)) {
          checkNoRail(request);
          yield new MinecartBody(world, type, uuids.next());
        }
        if (!isLiving(type)) {
          throw new HostException(
              HostException.NOT_HERE,
              name
                  + " is not modelled by this host: it has falling_block, tnt, item,"
                  + " experience_orb, armor_stand, walking mobs, arrows, thrown things, fireballs,"
                  + " wind charges, minecart and chest_minecart");
        }
        yield living(type, nbt);
      }
    };
  }

  private static ProjectileMotion motion(ProjectileMotion motion, EntityNbt nbt) {
    ProjectileMotion asked = nbt.flag("dangerous", false) ? motion.dangerous() : motion;
    if (nbt.has("acceleration_power")) {
      asked = asked.withThrust(nbt.number("acceleration_power", 0));
    }
    return nbt.has("ExplosionPower")
        ? asked.withBlast(nbt.whole("ExplosionPower", 1, 0, 127))
        : asked;
  }

  private void checkNoRail(SpawnRequest request) {
    int x = (int) Math.floor(request.x());
    int y = (int) Math.floor(request.y());
    int z = (int) Math.floor(request.z());
    if (world.table().kind(world.blocks().codeOrAir(x, y, z)) == BlockKind.RAIL) {
      throw new HostException(
          HostException.NOT_HERE,
          "rails are not modelled by this host: a minecart moves off them only");
    }
  }

  private static void refuse(boolean given, String what, String type, String name) {
    if (given) {
      throw bad("%s is for %s, not for %s".formatted(what, type, name));
    }
  }

  private Body tnt(SpawnRequest request, EntityNbt nbt) {
    int fuse = request.fuse();
    if (fuse < 0) {
      fuse = nbt.whole(nbt.has("fuse") ? "fuse" : "Fuse", DEFAULT_FUSE, 0, FUSE_MAX);
    }
    double power = nbt.number("explosion_power", TNT_POWER);
    if (!(power >= 0 && power <= 128)) {
      throw bad("nbt: explosion_power lies from 0 to 128");
    }
    return new PrimedTnt(world, uuids.next(), checkFuse(fuse), (float) power);
  }

  /**
   * Gives back a fuse that can be.
   *
   * @throws HostException bad_value
   */
  public static int checkFuse(int fuse) {
    if (fuse < 0 || fuse > FUSE_MAX) {
      throw bad("fuse must lie from 0 to %d ticks, not %d".formatted(FUSE_MAX, fuse));
    }
    return fuse;
  }

  private Body fallingBlock(SpawnRequest request, EntityNbt nbt) {
    String state = request.block().isEmpty() ? nbt.blockState() : request.block();
    int code = Names.blockOrThrow(state == null ? "minecraft:sand" : state);
    if (code == 0) {
      throw bad("a falling block can't be air");
    }
    return new FallingBlockBody(world, uuids.next(), code, nbt.flag("DropItem", true));
  }

  private Body item(SpawnRequest request, EntityNbt nbt) {
    String item = request.item().isEmpty() ? nbt.item() : request.item();
    if (item == null) {
      throw bad("an item entity needs an item, such as item=\"diamond\"");
    }
    int count = nbt.has("Item") && request.item().isEmpty() ? nbt.itemCount() : request.count();
    count = count == -1 ? 1 : count;
    if (count < 1 || count > STACK_MAX) {
      throw bad("count must lie from 1 to %d, not %d".formatted(STACK_MAX, count));
    }
    return new ItemBody(
        world,
        uuids.next(),
        Names.itemOrThrow(item),
        count,
        nbt.whole("Age", 0, 0, ItemBody.LIFETIME),
        nbt.whole("PickupDelay", 0, 0, 32_767));
  }

  private Body living(EntityType type, EntityNbt nbt) {
    double most = 20;
    for (var attribute : type.registry().defaultAttributes().entrySet()) {
      if (attribute.getKey().equals(Attribute.MAX_HEALTH)) {
        most = attribute.getValue();
      }
    }
    double health = nbt.number("Health", most);
    if (!(health > 0 && health <= 1024)) {
      throw bad("nbt: Health lies above 0, up to 1024");
    }
    int slowFalling = nbt.slowFalling();
    return new LivingBody(world, type, uuids.next(), (float) health, slowFalling);
  }

  /**
   * A TNT block, already taken away, becomes primed TNT: popped up by 0.2 and nudged by 0.02 in a
   * random direction (PrimedTnt's constructor in the game).
   */
  public Body primed(int x, int y, int z, int fuse) {
    Body tnt = new PrimedTnt(world, uuids.next(), checkFuse(fuse), TNT_POWER);
    double direction = world.random().nextDouble() * 2 * Math.PI;
    tnt.vx = -StrictMath.sin(direction) * NUDGE;
    tnt.vy = POP;
    tnt.vz = -StrictMath.cos(direction) * NUDGE;
    return enter(tnt, x + 0.5, y, z + 0.5);
  }

  void dropped(Material material, double x, double y, double z) {
    ItemBody item = new ItemBody(world, uuids.next(), material, 1, 0, ItemBody.DROP_DELAY);
    item.vx = world.random().nextDouble() * 0.2 - 0.1;
    item.vy = POP;
    item.vz = world.random().nextDouble() * 0.2 - 0.1;
    enter(item, x, y, z);
  }

  private Body enter(Body body, double x, double y, double z) {
    body.x = x;
    body.y = y;
    body.z = z;
    if (body instanceof FallingBlockBody falling) {
      falling.showStart();
    }
    body.setInstance(world.blocks().instance(), new Pos(x, y, z, body.yaw, body.pitch)).join();
    world.add(body);
    return body;
  }

  /**
   * Sees that an entity can be at a place.
   *
   * @throws HostException bad_value or unloaded
   */
  public static void checkPlace(double x, double y, double z) {
    if (!Double.isFinite(x) || !Double.isFinite(y) || !Double.isFinite(z)) {
      throw bad("a position is three finite numbers, not %s %s %s".formatted(x, y, z));
    }
    if (Math.abs(x) > 30_000_000 || Math.abs(y) > FAR || Math.abs(z) > 30_000_000) {
      throw bad("%s %s %s is outside of any world".formatted(x, y, z));
    }
    int cellX = (int) Math.floor(x);
    int cellZ = (int) Math.floor(z);
    if (!BlockStore.isLoaded(cellX, cellZ)) {
      throw BlockStore.unloaded("x %s, z %s".formatted(x, z));
    }
  }

  /**
   * Sees that a velocity is one.
   *
   * @throws HostException bad_value
   */
  public static void checkMotion(double vx, double vy, double vz) {
    if (!Double.isFinite(vx) || !Double.isFinite(vy) || !Double.isFinite(vz)) {
      throw bad("a velocity is three finite numbers, not %s %s %s".formatted(vx, vy, vz));
    }
  }

  /**
   * Sees that angles are some: a number too large for a float has become infinite.
   *
   * @throws HostException bad_value
   */
  public static void checkTurn(float yaw, float pitch) {
    if (!Float.isFinite(yaw) || !Float.isFinite(pitch)) {
      throw bad("yaw and pitch are finite numbers of degrees, not %s %s".formatted(yaw, pitch));
    }
  }

  private static HostException bad(String message) {
    return new HostException(HostException.BAD_VALUE, message);
  }
}
