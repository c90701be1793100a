package ticklane.host.minestom.entity;

import java.util.UUID;
import net.minestom.server.coordinate.BlockVec;
import net.minestom.server.entity.EntityType;
import net.minestom.server.entity.metadata.other.FallingBlockMeta;
import net.minestom.server.instance.block.Block;
import net.minestom.server.item.Material;
import ticklane.host.minestom.world.BlockKind;

/**
 * A falling block: gravity 0.04, then the move, then drag 0.98 (FallingBlockEntity.tick in the
 * game). On the ground it becomes a block where the cell gives way, else an item.
 */
final class FallingBlockBody extends Body {
  private static final double GRAVITY = 0.04;
  private static final double DRAG = 0.98;

  /** One that has fallen this long outside the world's height, or this long anywhere, gives up. */
  private static final int TICKS_OUTSIDE = 100;

  private static final int TICKS_ANYWHERE = 600;

  private final boolean dropsItem;

  FallingBlockBody(Population world, UUID uuid, int block, boolean dropsItem) {
    super(world, EntityType.FALLING_BLOCK, uuid);
    this.block = block;
    this.dropsItem = dropsItem;
    editEntityMeta(FallingBlockMeta.class, meta -> meta.setBlock(Block.fromStateId(block)));
  }

  /** Where its own renderer thinks it started. */
  void showStart() {
    editEntityMeta(
        FallingBlockMeta.class,
        meta -> meta.setSpawnPosition(new BlockVec((int) x, (int) y, (int) z)));
  }

  /** It is a block before anything could throw it back. */
  @Override
  protected boolean isModelledOn(BlockKind kind) {
    return true;
  }

  /** Concrete powder hardens in it, on its way too. */
  @Override
  protected boolean isModelledInWater() {
    return !Block.fromStateId(block).key().value().endsWith("_concrete_powder");
  }

  @Override
  protected void move() {
    if (!isWeightless()) {
      vy -= GRAVITY;
    }
    double impactX = vx;
    double impactY = vy;
    double impactZ = vz;
    collide();
    if (onGround) {
      // It goes with the velocity it came with: after the collision there is none to tell.
      vx = impactX;
      vy = impactY;
      vz = impactZ;
    } else {
      vx *= DRAG;
      vy *= DRAG;
      vz *= DRAG;
    }
  }

  @Override
  protected void act() {
    if (onGround) {
      land();
      return;
    }
    boolean outside = y < world.blocks().minY() + 1 || y >= world.blocks().maxY();
    if ((age() > TICKS_OUTSIDE && outside) || age() > TICKS_ANYWHERE) {
      drop();
      world.remove(this, Cause.DESPAWNED, -1);
    }
  }

  private void land() {
    int cellX = (int) Math.floor(x);
    int cellY = (int) Math.floor(y);
    int cellZ = (int) Math.floor(z);
    boolean inside = cellY >= world.blocks().minY() && cellY < world.blocks().maxY();
    if (inside
        && world.table().isReplaceable(world.blocks().codeOrAir(cellX, cellY, cellZ))
        && !world.table().isReplaceable(world.blocks().codeOrAir(cellX, cellY - 1, cellZ))) {
      world.blocks().set(cellX, cellY, cellZ, block);
    } else {
      drop();
    }
    world.remove(this, Cause.LANDED, -1);
  }

  private void drop() {
    Material material = Block.fromStateId(block).registry().material();
    if (dropsItem && material != null) {
      world.dropItem(material, x, y, z);
    }
  }
}
