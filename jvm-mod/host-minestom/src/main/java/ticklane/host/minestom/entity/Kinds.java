package ticklane.host.minestom.entity;

import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import net.minestom.server.entity.EntityType;
import net.minestom.server.entity.attribute.Attribute;
import ticklane.core.HostException;
import ticklane.core.SpawnRequest;
import ticklane.host.minestom.Names;
import ticklane.host.minestom.world.BlockKind;

/** Which entities are modelled, and what makes a body of each kind. */
final class Kinds {
  private static final int STACK_MAX = 99;

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

  /** Minecarts whose motion is that of an empty one. */
  private static final Set<String> CARTS =
      Set.of("minecraft:minecart", "minecraft:chest_minecart", "minecraft:tnt_minecart");

  private final Population world;

  Kinds(Population world) {
    this.world = world;
  }

  /** Whether this host moves such an entity as the game does. */
  static boolean isModelled(EntityType type) {
    return switch (type.name()) {
      case "minecraft:falling_block",
          "minecraft:tnt",
          "minecraft:item",
          "minecraft:experience_orb",
          "minecraft:end_crystal" ->
          true;
      default ->
          ProjectileMotion.BY_TYPE.containsKey(type.name())
              || CARTS.contains(type.name())
              || isLiving(type);
    };
  }

  static boolean isLiving(EntityType type) {
    return type.registry().shouldSendAttributes()
        && !type.name().equals("minecraft:player")
        && !FLYING.contains(type.name());
  }

  /**
   * A body of a kind, as asked, in no world yet.
   *
   * @throws HostException not_here (a type that isn't modelled), bad_value
   */
  Body create(EntityType type, SpawnRequest request, EntityNbt nbt, Supplier<UUID> uuids) {
    String name = type.name();
    refuse(request.fuse() >= 0 && !name.equals("minecraft:tnt"), "fuse", "tnt", name);
    refuse(
        !request.block().isEmpty() && !name.equals("minecraft:falling_block"),
        "block",
        "falling_block",
        name);
    refuse(!request.item().isEmpty() && !name.equals("minecraft:item"), "item", "item", name);
    return switch (name) {
      case "minecraft:tnt" -> tnt(request, nbt, uuids.get());
      case "minecraft:falling_block" -> fallingBlock(request, nbt, uuids.get());
      case "minecraft:item" -> item(request, nbt, uuids.get());
      case "minecraft:experience_orb" ->
          new OrbBody(world, uuids.get(), nbt.whole("Value", 1, 1, 32_767));
      case "minecraft:end_crystal" -> new CrystalBody(world, uuids.get());
      default -> {
        ProjectileMotion motion = ProjectileMotion.BY_TYPE.get(name);
        if (motion != null) {
          yield new ProjectileBody(world, type, uuids.get(), motion(motion, nbt));
        }
        if (CARTS.contains(name)) {
          checkNoRail(request);
          yield name.equals("minecraft:tnt_minecart")
              ? tntCart(nbt, uuids.get())
              : new MinecartBody(world, type, uuids.get());
        }
        if (!isLiving(type)) {
          throw new HostException(
              HostException.NOT_HERE,
              name
                  + " is not modelled by this host: it has falling_block, tnt, item,"
                  + " experience_orb, armor_stand, walking mobs, arrows, thrown things, fireballs,"
                  + " wind charges, end_crystal, minecart, chest_minecart and tnt_minecart");
        }
        yield living(type, nbt, uuids.get());
      }
    };
  }

  private static ProjectileMotion motion(ProjectileMotion motion, EntityNbt nbt) {
    ProjectileMotion asked = nbt.flag("dangerous", false) ? motion.dangerous() : motion;
    if (nbt.has("acceleration_power")) {
      asked = asked.withThrust(nbt.number("acceleration_power", 0));
    }
    return nbt.has("ExplosionPower")
        ? asked.withPower(nbt.whole("ExplosionPower", 1, 0, 127))
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
      throw Asked.bad("%s is for %s, not for %s".formatted(what, type, name));
    }
  }

  private Body tnt(SpawnRequest request, EntityNbt nbt, UUID uuid) {
    int fuse = request.fuse();
    if (fuse < 0) {
      fuse = nbt.whole(nbt.has("fuse") ? "fuse" : "Fuse", Spawner.DEFAULT_FUSE, 0, Asked.FUSE_MAX);
    }
    float power = upToMost(nbt, "explosion_power", Blast.TNT);
    return new PrimedTnt(world, uuid, Asked.checkFuse(fuse), power);
  }

  private static float upToMost(EntityNbt nbt, String key, float otherwise) {
    double value = nbt.number(key, otherwise);
    if (!(value >= 0 && value <= Blast.MOST_POWER)) {
      throw Asked.bad("nbt: %s lies from 0 to %.0f".formatted(key, Blast.MOST_POWER));
    }
    return (float) value;
  }

  private Body tntCart(EntityNbt nbt, UUID uuid) {
    return new TntCartBody(
        world,
        uuid,
        nbt.whole("fuse", -1, -1, Asked.FUSE_MAX),
        upToMost(nbt, "explosion_power", Blast.TNT),
        upToMost(nbt, "explosion_speed_factor", TntCartBody.SPEED_FACTOR));
  }

  private Body creeper(EntityNbt nbt, UUID uuid, float health, int slowFalling) {
    int radius = nbt.whole("ExplosionRadius", (int) Blast.CREEPER, 0, 127);
    float power = Math.min(nbt.flag("powered", false) ? 2 * radius : radius, Blast.MOST_POWER);
    return new CreeperBody(
        world,
        uuid,
        health,
        slowFalling,
        nbt.whole("Fuse", CreeperBody.FUSE, 0, Asked.FUSE_MAX),
        nbt.flag("ignited", false),
        Blast.mob(power));
  }

  private Body fallingBlock(SpawnRequest request, EntityNbt nbt, UUID uuid) {
    String state = request.block().isEmpty() ? nbt.blockState() : request.block();
    int code = Names.blockOrThrow(state == null ? "minecraft:sand" : state);
    if (code == 0) {
      throw Asked.bad("a falling block can't be air");
    }
    return new FallingBlockBody(world, uuid, code, nbt.flag("DropItem", true));
  }

  private Body item(SpawnRequest request, EntityNbt nbt, UUID uuid) {
    String item = request.item().isEmpty() ? nbt.item() : request.item();
    if (item == null) {
      throw Asked.bad("an item entity needs an item, such as item=\"diamond\"");
    }
    int count = nbt.has("Item") && request.item().isEmpty() ? nbt.itemCount() : request.count();
    count = count == -1 ? 1 : count;
    if (count < 1 || count > STACK_MAX) {
      throw Asked.bad("count must lie from 1 to %d, not %d".formatted(STACK_MAX, count));
    }
    return new ItemBody(
        world,
        uuid,
        Names.itemOrThrow(item),
        count,
        nbt.whole("Age", 0, 0, ItemBody.LIFETIME),
        nbt.whole("PickupDelay", 0, 0, 32_767));
  }

  private Body living(EntityType type, EntityNbt nbt, UUID uuid) {
    double most = 20;
    for (var attribute : type.registry().defaultAttributes().entrySet()) {
      if (attribute.getKey().equals(Attribute.MAX_HEALTH)) {
        most = attribute.getValue();
      }
    }
    double health = nbt.number("Health", most);
    if (!(health > 0 && health <= 1024)) {
      throw Asked.bad("nbt: Health lies above 0, up to 1024");
    }
    int slowFalling = nbt.slowFalling();
    return type.id() == EntityType.CREEPER.id()
        ? creeper(nbt, uuid, (float) health, slowFalling)
        : new LivingBody(world, type, uuid, (float) health, slowFalling);
  }
}
