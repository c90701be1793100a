package ticklane.host.minestom.entity;

import java.util.SplittableRandom;
import net.minestom.server.coordinate.Vec;
import net.minestom.server.entity.Entity;
import net.minestom.server.instance.block.Block;
import ticklane.host.minestom.physics.BlastRays;
import ticklane.host.minestom.physics.Exposure;
import ticklane.host.minestom.world.BlockTable;

/**
 * Explosions: push and hurt entities in spawn order, then break blocks, prime TNT they reach, leave
 * items and fire. Players are pushed but not hurt.
 *
 * <p>Each has its own source of chance, split off the world's once, so that what one draws doesn't
 * depend on what lives near it.
 */
public final class Explosions {
  /** Primed by another explosion, TNT has a random fuse of 10 to 29 ticks. */
  private static final int CHAIN_FUSE_MIN = 10;

  private static final int CHAIN_FUSE_SPREAD = 20;

  /** One place in so many burns. */
  private static final int FIRE = 3;

  /** What a dangerous skull meets resists no more than this. */
  private static final float SKULL_RESISTANCE = 0.8f;

  /** Weaker than this it pushes nobody: there is no distance to divide by. */
  private static final float NOTHING = 1e-5f;

  private static final int[] NO_CELLS = {};

  private final Population world;
  private final BlastRays rays;
  private final Exposure exposure;
  private final BlastRays.Resistance resistance;
  private final BlastRays.Resistance skullResistance;

  Explosions(Population world, BlastRays rays, Exposure exposure) {
    this.world = world;
    this.rays = rays;
    this.exposure = exposure;
    BlockTable table = world.table();
    resistance = table::resistance;
    skullResistance =
        code ->
            table.isWitherProof(code)
                ? table.resistance(code)
                : Math.min(table.resistance(code), SKULL_RESISTANCE);
  }

  /**
   * Explodes. Blocks and pushes are decided before the first block is taken away, as in the game.
   *
   * @param source what explodes, gone already, or null
   */
  void explode(Entity source, double x, double y, double z, Blast blast) {
    SplittableRandom random = world.random().split();
    int[] cells =
        blast.wind()
            ? NO_CELLS
            : rays.reached(
                x,
                y,
                z,
                blast.power(),
                blast.skull() ? skullResistance : resistance,
                blast.fires(),
                random);
    int id = source == null ? -1 : Population.idOf(source);
    world.events().explosion(id, blast.power(), solid(cells), x, y, z);
    if (blast.power() >= NOTHING) {
      pushAll(source, x, y, z, blast);
    }
    if (cells.length > 0) {
      shuffle(cells, random);
      breakAll(cells, blast, source != null, random);
      if (blast.fires()) {
        burn(cells, random);
      }
    }
  }

  private int solid(int[] cells) {
    int solid = 0;
    for (int at = 0; at < cells.length; at += 3) {
      int code = world.blocks().codeOrAir(cells[at], cells[at + 1], cells[at + 2]);
      if (world.table().resistance(code) >= 0) {
        solid++;
      }
    }
    return solid;
  }

  private void pushAll(Entity source, double x, double y, double z, Blast blast) {
    // The list may grow and members may die while it is walked; what is new isn't reached.
    int n = world.members().size();
    for (int i = 0; i < n; i++) {
      Entity entity = world.members().get(i);
      if (!entity.equals(source) && !entity.isRemoved()) {
        push(entity, x, y, z, blast);
      }
    }
  }

  private void push(Entity entity, double x, double y, double z, Blast blast) {
    Body body = entity instanceof Body one ? one : null;
    double footX = body != null ? body.x : entity.getPosition().x();
    double footY = body != null ? body.y : entity.getPosition().y();
    double footZ = body != null ? body.z : entity.getPosition().z();
    double dx = footX - x;
    double dy = footY - y;
    double dz = footZ - z;
    double reach = 2 * blast.power();
    double squared = dx * dx + dy * dy + dz * dz;
    if (!(squared <= reach * reach)) {
      return;
    }
    double distance = Math.sqrt(squared) / reach;
    double width = body != null ? body.width() : entity.getEntityType().registry().width();
    double height = body != null ? body.height() : entity.getEntityType().registry().height();
    double up = dy + (body != null ? body.pushHeight() : entity.getEyeHeight());
    double length = Math.sqrt(dx * dx + up * up + dz * dz);
    if (length == 0) {
      return;
    }
    double impact = (1 - distance) * exposure.of(x, y, z, footX, footY, footZ, width, height);
    if (body != null && !survives(body, impact, blast)) {
      return;
    }
    double push = impact * blast.knockback();
    if (push > 0) {
      impel(entity, dx / length * push, up / length * push, dz / length * push);
    }
  }

  /** Hurts it; whether it is still there. */
  private boolean survives(Body body, double impact, Blast blast) {
    if (!blast.wind()) {
      body.hurt(Exposure.damage(impact, blast.power()), Cause.EXPLOSION);
    } else if (impact > 0 && !body.isModelledInWind()) {
      world.remove(body, Cause.UNMODELLED, -1);
    }
    return !body.isRemoved();
  }

  private void impel(Entity entity, double dvx, double dvy, double dvz) {
    if (entity instanceof Body body) {
      body.impel(body.vx + dvx, body.vy + dvy, body.vz + dvz, Cause.EXPLOSION);
      return;
    }
    double[] v = WorldEvents.velocity(entity);
    double vx = v[0] + dvx;
    double vy = v[1] + dvy;
    double vz = v[2] + dvz;
    entity.setVelocity(new Vec(vx, vy, vz).mul(Population.TICKS_PER_SECOND));
    world.events().impulse(entity, Cause.EXPLOSION, v[0], v[1], v[2], vx, vy, vz);
  }

  /** In the game the blocks break in random order. */
  private static void shuffle(int[] cells, SplittableRandom random) {
    for (int left = cells.length / 3; left > 1; left--) {
      int one = 3 * (left - 1);
      int other = 3 * random.nextInt(left);
      for (int axis = 0; axis < 3; axis++) {
        int kept = cells[one + axis];
        cells[one + axis] = cells[other + axis];
        cells[other + axis] = kept;
      }
    }
  }

  private void breakAll(int[] cells, Blast blast, boolean byEntity, SplittableRandom random) {
    float decay = blast.drops() == Blast.Drops.DECAYED ? blast.power() : 0;
    BlastDrops drops = null;
    for (int at = 0; at < cells.length; at += 3) {
      int x = cells[at];
      int y = cells[at + 1];
      int z = cells[at + 2];
      int code = world.blocks().codeOrAir(x, y, z);
      if (world.table().resistance(code) < 0) {
        continue;
      }
      Block block = Block.fromStateId(code);
      boolean tnt = block.id() == Block.TNT.id();
      if (!tnt) {
        drops = drops == null ? new BlastDrops(world, decay, byEntity, random) : drops;
        drops.add(block, x, y, z);
      }
      world.blocks().set(x, y, z, 0);
      if (tnt) {
        int fuse = CHAIN_FUSE_MIN + random.nextInt(CHAIN_FUSE_SPREAD);
        world.spawner().primed(x, y, z, fuse, random);
      }
    }
    if (drops != null) {
      drops.spawn();
    }
  }

  private void burn(int[] cells, SplittableRandom random) {
    for (int at = 0; at < cells.length; at += 3) {
      int x = cells[at];
      int y = cells[at + 1];
      int z = cells[at + 2];
      boolean chosen = random.nextInt(FIRE) == 0;
      int below = world.blocks().codeOrAir(x, y - 1, z);
      if (chosen
          && world.table().resistance(world.blocks().codeOrAir(x, y, z)) < 0
          && world.table().carriesFire(below)) {
        world.blocks().set(x, y, z, world.table().fireOn(below));
      }
    }
  }
}
