package ticklane.host.minestom.entity;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import net.kyori.adventure.nbt.BinaryTag;
import net.kyori.adventure.nbt.BinaryTagTypes;
import net.kyori.adventure.nbt.CompoundBinaryTag;
import net.kyori.adventure.nbt.DoubleBinaryTag;
import net.kyori.adventure.nbt.FloatBinaryTag;
import net.kyori.adventure.nbt.IntArrayBinaryTag;
import net.kyori.adventure.nbt.ListBinaryTag;
import net.kyori.adventure.nbt.StringBinaryTag;
import net.minestom.server.entity.Entity;
import net.minestom.server.entity.Player;
import net.minestom.server.instance.block.Block;
import net.minestom.server.item.Material;
import ticklane.core.HostException;

/** What an entity is, in the game's keys: what /data reads and changes. */
public final class EntityData {
  private EntityData() {}

  /** All that this host knows of an entity. */
  public static CompoundBinaryTag of(Entity entity) {
    CompoundBinaryTag.Builder data = CompoundBinaryTag.builder();
    double[] at = WorldEvents.position(entity);
    double[] v = WorldEvents.velocity(entity);
    data.put("Pos", doubles(at));
    data.put("Motion", doubles(v));
    boolean body = entity instanceof Body;
    float yaw = body ? ((Body) entity).yaw : entity.getPosition().yaw();
    float pitch = body ? ((Body) entity).pitch : entity.getPosition().pitch();
    data.put(
        "Rotation",
        ListBinaryTag.builder(BinaryTagTypes.FLOAT)
            .add(FloatBinaryTag.floatBinaryTag(yaw))
            .add(FloatBinaryTag.floatBinaryTag(pitch))
            .build());
    data.putBoolean("OnGround", entity.isOnGround());
    data.put("UUID", uuid(entity.getUuid()));
    if (entity instanceof Player player) {
      data.putFloat("Health", player.getHealth());
    }
    if (entity instanceof Body one) {
      of(one, data);
    }
    return data.build();
  }

  private static void of(Body body, CompoundBinaryTag.Builder data) {
    data.putBoolean("NoGravity", body.isWeightless());
    if (!body.tags().isEmpty()) {
      ListBinaryTag.Builder<StringBinaryTag> tags = ListBinaryTag.builder(BinaryTagTypes.STRING);
      body.tags().forEach(tag -> tags.add(StringBinaryTag.stringBinaryTag(tag)));
      data.put("Tags", tags.build());
    }
    if (body.fuse() >= 0) {
      data.putShort("fuse", (short) body.fuse());
    }
    if (body.block() >= 0) {
      data.put("BlockState", blockState(Block.fromStateId(body.block())));
    }
    if (body.item() >= 0) {
      CompoundBinaryTag.Builder item = CompoundBinaryTag.builder();
      item.putString("id", Material.fromId(body.item()).name());
      item.putInt("count", body.count());
      data.put("Item", item.build());
      data.putShort("Age", (short) Math.min(Short.MAX_VALUE, body.age()));
    }
    if (!Double.isNaN(body.health())) {
      data.putFloat("Health", (float) body.health());
    }
  }

  private static BinaryTag doubles(double[] values) {
    ListBinaryTag.Builder<DoubleBinaryTag> list = ListBinaryTag.builder(BinaryTagTypes.DOUBLE);
    for (double value : values) {
      list.add(DoubleBinaryTag.doubleBinaryTag(value));
    }
    return list.build();
  }

  private static BinaryTag uuid(UUID uuid) {
    long high = uuid.getMostSignificantBits();
    long low = uuid.getLeastSignificantBits();
    return IntArrayBinaryTag.intArrayBinaryTag(
        (int) (high >> 32), (int) high, (int) (low >> 32), (int) low);
  }

  private static CompoundBinaryTag blockState(Block block) {
    CompoundBinaryTag.Builder state = CompoundBinaryTag.builder();
    state.putString("Name", block.name());
    Map<String, String> properties = new TreeMap<>(block.properties());
    if (!properties.isEmpty()) {
      CompoundBinaryTag.Builder given = CompoundBinaryTag.builder();
      properties.forEach(given::putString);
      state.put("Properties", given.build());
    }
    return state.build();
  }

  /**
   * Changes an entity by such keys: Motion, Rotation, NoGravity, Tags, fuse of TNT, and ignited of
   * a creeper.
   *
   * @throws HostException bad_value: not SNBT, or a key that can't be changed; nothing was
   */
  public static void merge(Body body, String snbt) {
    boolean living = body instanceof LivingBody;
    EntityNbt nbt = EntityNbt.parse(snbt, body.getEntityType().name(), living);
    List<String> keys = new ArrayList<>(List.of("Motion", "Rotation", "NoGravity", "Tags"));
    if (body instanceof PrimedTnt) {
      keys.addAll(List.of("fuse", "Fuse"));
    }
    if (body instanceof CreeperBody) {
      keys.add("ignited");
    }
    nbt.allowOnly(keys);
    double[] motion = nbt.motion();
    double[] rotation = nbt.rotation();
    String fuseKey = nbt.has("fuse") ? "fuse" : "Fuse";
    int fuse = nbt.whole(fuseKey, -1, 0, Asked.FUSE_MAX);
    if (nbt.has("Tags")) {
      Asked.checkTags(nbt.tags());
      body.setTags(nbt.tags());
    }
    if (fuse >= 0) {
      body.fuse = fuse;
    }
    if (body instanceof CreeperBody creeper && nbt.flag("ignited", false)) {
      creeper.ignite();
    }
    body.setWeightless(nbt.flag("NoGravity", body.isWeightless()));
    if (rotation != null) {
      body.turn((float) rotation[0], (float) rotation[1]);
    }
    if (motion != null) {
      body.impel(motion[0], motion[1], motion[2], Cause.COMMAND);
    }
    body.wake();
  }
}
