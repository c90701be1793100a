package ticklane.host.minestom.entity;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import net.kyori.adventure.nbt.BinaryTag;
import net.kyori.adventure.nbt.CompoundBinaryTag;
import net.kyori.adventure.nbt.ListBinaryTag;
import net.kyori.adventure.nbt.NumberBinaryTag;
import net.kyori.adventure.nbt.StringBinaryTag;
import net.kyori.adventure.nbt.TagStringIO;
import ticklane.core.HostException;

/**
 * The data of an entity as /summon takes it. Only keys that this host acts on are accepted: one
 * that would be swallowed is an error.
 */
final class EntityNbt {
  private static final Set<String> EVERYWHERE = Set.of("Motion", "Rotation", "Tags", "NoGravity");
  private static final Map<String, Set<String>> BY_TYPE =
      Map.of(
          "minecraft:tnt", Set.of("fuse", "Fuse", "explosion_power"),
          "minecraft:falling_block", Set.of("BlockState", "DropItem"),
          "minecraft:item", Set.of("Item", "Age", "PickupDelay"),
          "minecraft:experience_orb", Set.of("Value"),
          "minecraft:fireball", Set.of("acceleration_power", "ExplosionPower"),
          "minecraft:small_fireball", Set.of("acceleration_power"),
          "minecraft:dragon_fireball", Set.of("acceleration_power"),
          "minecraft:wither_skull", Set.of("acceleration_power", "dangerous"),
          "minecraft:tnt_minecart", Set.of("fuse", "explosion_power", "explosion_speed_factor"),
          "minecraft:creeper", Set.of("Fuse", "ExplosionRadius", "ignited", "powered"));
  private static final Set<String> LIVING = Set.of("Health", "active_effects");

  /** The game drops components of Motion beyond this. */
  private static final double MOTION_LIMIT = 10;

  private final CompoundBinaryTag data;

  private EntityNbt(CompoundBinaryTag data) {
    this.data = data;
  }

  /**
   * @throws HostException bad_value: not SNBT, or a key that isn't acted on for this type
   */
  static EntityNbt parse(String snbt, String type, boolean living) {
    if (snbt.isBlank()) {
      return new EntityNbt(CompoundBinaryTag.empty());
    }
    CompoundBinaryTag data;
    try {
      data = TagStringIO.tagStringIO().asCompound(snbt);
    } catch (IOException | IndexOutOfBoundsException e) {
      // The parser runs off the end of a compound that is left open.
      throw bad("nbt can't be read: %s".formatted(e.getMessage()));
    }
    Set<String> here = new TreeSet<>(BY_TYPE.getOrDefault(type, Set.of()));
    if (living) {
      here.addAll(LIVING);
    }
    List<String> unknown = new ArrayList<>();
    for (String key : data.keySet()) {
      if (!EVERYWHERE.contains(key) && !here.contains(key)) {
        unknown.add(key);
      }
    }
    if (!unknown.isEmpty()) {
      Set<String> known = new TreeSet<>(EVERYWHERE);
      known.addAll(here);
      throw bad(
          "nbt of %s: this host does nothing with %s; it knows %s"
              .formatted(type, String.join(", ", unknown), String.join(", ", known)));
    }
    return new EntityNbt(data);
  }

  private static HostException bad(String message) {
    return new HostException(HostException.BAD_VALUE, message);
  }

  /**
   * @throws HostException bad_value: another key is there
   */
  void allowOnly(List<String> keys) {
    for (String key : data.keySet()) {
      if (!keys.contains(key)) {
        throw bad("%s can't be changed; what can: %s".formatted(key, String.join(", ", keys)));
      }
    }
  }

  boolean has(String key) {
    return data.keySet().contains(key);
  }

  double number(String key, double otherwise) {
    BinaryTag tag = data.get(key);
    if (tag == null) {
      return otherwise;
    }
    if (tag instanceof NumberBinaryTag number) {
      return number.doubleValue();
    }
    throw bad("nbt: %s must be a number".formatted(key));
  }

  int whole(String key, int otherwise, int least, int most) {
    if (!has(key)) {
      return otherwise;
    }
    double value = number(key, otherwise);
    if (!(value >= least && value <= most)) {
      throw bad("nbt: %s must lie from %d to %d".formatted(key, least, most));
    }
    return (int) value;
  }

  boolean flag(String key, boolean otherwise) {
    return number(key, otherwise ? 1 : 0) != 0;
  }

  /** Motion, or null. */
  double[] motion() {
    double[] motion = numbers("Motion", 3);
    for (int i = 0; motion != null && i < 3; i++) {
      if (Math.abs(motion[i]) > MOTION_LIMIT) {
        throw bad("nbt: the game resets a Motion beyond 10 to 0; give the velocity as vel instead");
      }
    }
    return motion;
  }

  /** Yaw and pitch, or null. */
  double[] rotation() {
    return numbers("Rotation", 2);
  }

  private double[] numbers(String key, int size) {
    BinaryTag tag = data.get(key);
    if (tag == null) {
      return null;
    }
    if (!(tag instanceof ListBinaryTag list) || list.size() != size) {
      throw bad("nbt: %s must be a list of %d numbers".formatted(key, size));
    }
    double[] values = new double[size];
    for (int i = 0; i < size; i++) {
      if (!(list.get(i) instanceof NumberBinaryTag number)
          || !Double.isFinite(number.doubleValue())) {
        throw bad("nbt: %s must be a list of %d numbers".formatted(key, size));
      }
      values[i] = number.doubleValue();
    }
    return values;
  }

  List<String> tags() {
    BinaryTag tag = data.get("Tags");
    if (tag == null) {
      return List.of();
    }
    List<String> tags = new ArrayList<>();
    if (tag instanceof ListBinaryTag list) {
      for (BinaryTag each : list) {
        if (each instanceof StringBinaryTag string) {
          tags.add(string.value());
        }
      }
      if (tags.size() == list.size()) {
        return tags;
      }
    }
    throw bad("nbt: Tags must be a list of strings");
  }

  /**
   * Ticks of slow falling, -1 for ever, 0 for none. No other effect changes what this host does.
   */
  int slowFalling() {
    if (!has("active_effects")) {
      return 0;
    }
    int ticks = 0;
    for (BinaryTag each : data.getList("active_effects")) {
      if (!(each instanceof CompoundBinaryTag effect)
          || !effect.getString("id").replace("minecraft:", "").equals("slow_falling")) {
        throw bad("nbt: of active_effects this host knows minecraft:slow_falling");
      }
      for (String key : effect.keySet()) {
        if (!key.equals("id") && !key.equals("duration")) {
          throw bad("nbt: an effect has id and duration here, not " + key);
        }
      }
      ticks = effect.getInt("duration", 0);
      if (ticks < -1 || ticks == 0) {
        throw bad("nbt: duration of an effect is a number of ticks, or -1 for ever");
      }
    }
    return ticks;
  }

  /** BlockState as a state string, or null. */
  String blockState() {
    if (!has("BlockState")) {
      return null;
    }
    CompoundBinaryTag state = data.getCompound("BlockState");
    Map<String, String> properties = new TreeMap<>();
    CompoundBinaryTag given = state.getCompound("Properties");
    for (String key : given.keySet()) {
      properties.put(key, given.getString(key));
    }
    String name = state.getString("Name");
    if (name.isEmpty()) {
      throw bad("nbt: BlockState needs a Name");
    }
    if (properties.isEmpty()) {
      return name;
    }
    List<String> parts = new ArrayList<>();
    properties.forEach((key, value) -> parts.add(key + "=" + value));
    return name + "[" + String.join(",", parts) + "]";
  }

  /** Item id, or null. */
  String item() {
    if (!has("Item")) {
      return null;
    }
    CompoundBinaryTag item = data.getCompound("Item");
    for (String key : item.keySet()) {
      if (!key.equals("id") && !key.equals("count")) {
        throw bad("nbt: Item has id and count here, not " + key);
      }
    }
    return item.getString("id");
  }

  int itemCount() {
    return data.getCompound("Item").getInt("count", 1);
  }
}
