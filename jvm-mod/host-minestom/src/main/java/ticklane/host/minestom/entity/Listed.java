package ticklane.host.minestom.entity;

import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import net.minestom.server.entity.EntityType;

/** What the entity table and /data tell of an entity, beside position and velocity. */
abstract class Listed extends Shown {
  // Fields, not overridden methods: the entity table asks for all of them every tick.
  protected int fuse = -1;
  protected int count = -1;
  protected int item = -1;
  protected int block = -1;
  protected double health = Double.NaN;

  protected final Population world;
  protected final double width;
  protected final double height;
  long age;
  private final SortedSet<String> tags = new TreeSet<>();
  private final int typeCode;
  private final long uuidHigh;
  private final long uuidLow;
  private int tagCode;

  Listed(Population world, EntityType type, UUID uuid) {
    super(type, uuid);
    this.world = world;
    this.typeCode = type.id();
    this.uuidHigh = uuid.getMostSignificantBits();
    this.uuidLow = uuid.getLeastSignificantBits();
    this.width = type.registry().width();
    this.height = type.registry().height();
  }

  /** Ticks to the explosion, -1 unless TNT. */
  public final int fuse() {
    return fuse;
  }

  /** Size of the stack, -1 unless an item. */
  public final int count() {
    return count;
  }

  /** Item code, -1 unless an item. */
  public final int item() {
    return item;
  }

  /** Block state code, -1 unless it carries a block. */
  public final int block() {
    return block;
  }

  /** NaN for what doesn't live. */
  public final double health() {
    return health;
  }

  /** Game ticks since it was spawned. */
  public final long age() {
    return age;
  }

  /** The entity type's code. */
  public final int typeCode() {
    return typeCode;
  }

  public final double width() {
    return width;
  }

  public final double height() {
    return height;
  }

  public final long uuidHigh() {
    return uuidHigh;
  }

  public final long uuidLow() {
    return uuidLow;
  }

  public final void addTag(String tag) {
    tags.add(tag);
    tagCode = world.tagSets().code(tags);
  }

  /** These tags and no others. */
  final void setTags(Collection<String> all) {
    tags.clear();
    tags.addAll(all);
    tagCode = world.tagSets().code(tags);
  }

  public final SortedSet<String> tags() {
    return Collections.unmodifiableSortedSet(tags);
  }

  public final int tagCode() {
    return tagCode;
  }
}
