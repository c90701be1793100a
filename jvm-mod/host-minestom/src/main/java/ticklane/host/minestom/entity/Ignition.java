package ticklane.host.minestom.entity;

import net.minestom.server.entity.Entity;
import net.minestom.server.instance.block.Block;

/**
 * Sets off what explodes: TNT blocks, creepers, crystals, respawn anchors. On the server thread.
 *
 * <p>Source: minecraft.wiki TNT, Creeper, End Crystal, Respawn Anchor.
 */
public final class Ignition {
  private final Population world;

  public Ignition(Population world) {
    this.world = world;
  }

  /** A lighter is used on a block: TNT is primed. */
  public void light(int x, int y, int z) {
    if (isBlock(Block.TNT, x, y, z)) {
      world.blocks().set(x, y, z, 0);
      world.spawner().primed(x, y, z, Spawner.DEFAULT_FUSE);
    }
  }

  /** A lighter is used on an entity: a creeper is ignited. */
  public void light(Entity entity) {
    if (entity instanceof CreeperBody creeper && !creeper.isRemoved()) {
      creeper.ignite();
    }
  }

  /** A player hits an entity: a crystal explodes. Nothing else is hurt by players here. */
  public void hit(Entity entity) {
    if (entity instanceof CrystalBody crystal && !crystal.isRemoved()) {
      crystal.hurt(1, Cause.COMMAND);
    }
  }

  /**
   * A respawn anchor is used, in a world where nobody can live by it: charged it explodes. Nothing
   * happens with water beside it, where the game's anchors do something else.
   */
  public void useAnchor(int x, int y, int z) {
    if (!isBlock(Block.RESPAWN_ANCHOR, x, y, z)
        || "0".equals(Block.fromStateId(world.blocks().codeOrAir(x, y, z)).getProperty("charges"))
        || isWet(x, y + 1, z)
        || isWet(x - 1, y, z)
        || isWet(x + 1, y, z)
        || isWet(x, y, z - 1)
        || isWet(x, y, z + 1)) {
      return;
    }
    world.blocks().set(x, y, z, 0);
    world.explosions().explode(null, x + 0.5, y + 0.5, z + 0.5, Blast.anchor());
  }

  private boolean isBlock(Block block, int x, int y, int z) {
    return Block.fromStateId(world.blocks().codeOrAir(x, y, z)).id() == block.id();
  }

  private boolean isWet(int x, int y, int z) {
    return world.table().water(world.blocks().codeOrAir(x, y, z)) > 0;
  }
}
