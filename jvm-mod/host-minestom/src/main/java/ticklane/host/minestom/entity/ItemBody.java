package ticklane.host.minestom.entity;

import java.util.UUID;
import net.minestom.server.entity.EntityType;
import net.minestom.server.entity.GameMode;
import net.minestom.server.entity.Player;
import net.minestom.server.entity.metadata.item.ItemEntityMeta;
import net.minestom.server.item.ItemStack;
import net.minestom.server.item.Material;
import net.minestom.server.network.packet.server.play.CollectItemPacket;

/**
 * An item on the ground or in the air: gravity 0.04, then the move, then drag 0.98, times the
 * block's slipperiness on the ground (ItemEntity.tick in the game). It merges, can be picked up and
 * despawns, all by ticks.
 */
final class ItemBody extends Body {
  /** Age at which it is gone: five minutes. */
  static final int LIFETIME = 6000;

  /** Ticks before a dropped item can be picked up. */
  static final int DROP_DELAY = 10;

  private static final double GRAVITY = 0.04;
  private static final double DRAG = 0.98;

  /**
   * In water deeper than this it floats: no gravity, but a little up until it rises by 0.06, and
   * what it has along the surface is slowed (jbredwards/Subaquatic; depth as in NeoForge's patch of
   * the item's tick).
   */
  private static final double FLOATING_DEPTH = 0.1f;

  private static final double BUOYANCY = 5e-4f;
  private static final double RISE = 0.06f;
  private static final double WATER_DRAG = 0.99f;

  private static final double MERGE_REACH = 0.5;
  private static final int MERGE_TICKS_MOVING = 2;
  private static final int MERGE_TICKS_RESTING = 40;

  private final Material material;
  private int itemAge;
  private int pickupDelay;
  private float durability = 5;
  private boolean changedCell;

  /** Where {@link ItemGrid} has it. */
  long cell;

  boolean isListed;

  ItemBody(
      Population world, UUID uuid, Material material, int count, int itemAge, int pickupDelay) {
    super(world, EntityType.ITEM, uuid);
    this.material = material;
    this.item = material.id();
    this.count = count;
    this.itemAge = itemAge;
    this.pickupDelay = pickupDelay;
    showStack();
  }

  @Override
  protected Body copy() {
    ItemBody copy = new ItemBody(world, getUuid(), material, count, itemAge, pickupDelay);
    copy.durability = durability;
    copy.changedCell = changedCell;
    return copy;
  }

  private void showStack() {
    editEntityMeta(ItemEntityMeta.class, meta -> meta.setItem(ItemStack.of(material, count)));
  }

  /** It floats and burns there; how fast, no public source says. */
  @Override
  protected boolean isModelledInLava() {
    return false;
  }

  @Override
  protected void move() {
    double ox = x;
    double oy = y;
    double oz = z;
    if (waterDepth > FLOATING_DEPTH) {
      vx *= WATER_DRAG;
      vz *= WATER_DRAG;
      if (vy < RISE) {
        vy += BUOYANCY;
      }
      slide(DRAG);
    } else {
      fallAndSlide(GRAVITY, DRAG);
    }
    changedCell =
        Math.floor(ox) != Math.floor(x)
            || Math.floor(oy) != Math.floor(y)
            || Math.floor(oz) != Math.floor(z);
  }

  @Override
  protected void act() {
    if (pickupDelay > 0) {
      pickupDelay--;
    }
    if (age() % (changedCell ? MERGE_TICKS_MOVING : MERGE_TICKS_RESTING) == 0 && canMerge()) {
      merge();
    }
    changedCell = false;
    itemAge++;
    if (!isRemoved() && itemAge >= LIFETIME) {
      world.remove(this, Cause.DESPAWNED, -1);
    }
    if (!isRemoved() && pickupDelay == 0 && !world.players().isEmpty()) {
      offerToPlayers();
    }
  }

  @Override
  protected void placed() {
    if (isListed) {
      world.items().put(this);
    }
  }

  private boolean canMerge() {
    return !isRemoved() && itemAge < LIFETIME && count < material.maxStackSize();
  }

  private void merge() {
    for (ItemBody other : world.items().around(this, this::fits)) {
      // What it took in before may leave no room for this one.
      if (!fits(other)) {
        continue;
      }
      // The larger stack takes the smaller one in.
      if (other.count < count) {
        take(other);
      } else {
        other.take(this);
        return;
      }
      if (!canMerge()) {
        return;
      }
    }
  }

  private boolean fits(ItemBody other) {
    return Math.abs(other.x - x) < width + MERGE_REACH
        && Math.abs(other.z - z) < width + MERGE_REACH
        && Math.abs(other.y - y) < height
        && other.material.id() == material.id()
        && other.canMerge()
        && count + other.count <= material.maxStackSize();
  }

  private void take(ItemBody other) {
    count += other.count;
    itemAge = Math.min(itemAge, other.itemAge);
    pickupDelay = Math.max(pickupDelay, other.pickupDelay);
    showStack();
    world.remove(other, Cause.MERGED, number());
  }

  private void offerToPlayers() {
    for (Player player : world.players()) {
      double dx = Math.abs(player.getPosition().x() - x);
      double dz = Math.abs(player.getPosition().z() - z);
      double dy = y - player.getPosition().y();
      boolean touches =
          dx < 0.3 + 1 + width / 2
              && dz < 0.3 + 1 + width / 2
              && dy > -0.5 - height
              && dy < 1.8 + 0.5;
      if (touches
          && player.getGameMode() != GameMode.SPECTATOR
          && player.getInventory().addItemStack(ItemStack.of(material, count))) {
        sendPacketToViewers(new CollectItemPacket(getEntityId(), player.getEntityId(), count));
        world.remove(this, Cause.PICKED_UP, -1);
        return;
      }
    }
  }

  @Override
  protected boolean isModelledInWind() {
    return false;
  }

  @Override
  public boolean hurt(float amount, Cause cause) {
    if (cause == Cause.EXPLOSION && material.id() == Material.NETHER_STAR.id()) {
      return false;
    }
    durability -= amount;
    world.events().damage(this, amount, cause);
    if (durability <= 0) {
      world.remove(this, cause == Cause.EXPLOSION ? Cause.EXPLODED : Cause.DIED, -1);
    }
    return true;
  }
}
