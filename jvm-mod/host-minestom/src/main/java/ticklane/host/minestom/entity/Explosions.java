package ticklane.host.minestom.entity;

import java.util.SplittableRandom;
import net.minestom.server.coordinate.Vec;
import net.minestom.server.entity.Entity;
import net.minestom.server.instance.block.Block;
import ticklane.host.minestom.physics.ExplosionShape;

/**
 * Explosions: break blocks, push and hurt entities in spawn order, prime TNT they reach. Blocks
 * leave no items behind; players are pushed but not hurt.
 */
public final class Explosions {
  /** Primed by another explosion, TNT has a random fuse of 10 to 29 ticks. */
  private static final int CHAIN_FUSE_MIN = 10;

  private static final int CHAIN_FUSE_SPREAD = 20;

  private final Population world;
  private final ExplosionShape shape;

  Explosions(Population world, ExplosionShape shape) {
    this.world = world;
    this.shape = shape;
  }

  /** Blocks and pushes are decided before the first block is taken away, as in the game. */
  public void explode(Entity source, double x, double y, double z, float power) {
    SplittableRandom random = world.random();
    int[] broken = shape.broken(x, y, z, power, random);
    int solid = 0;
    for (int at = 0; at < broken.length; at += 3) {
      if (world.blocks().codeOrAir(broken[at], broken[at + 1], broken[at + 2]) != 0) {
        solid++;
      }
    }
    world.events().explosion(Population.idOf(source), power, solid, x, y, z);
    double reach = 2 * power;
    // The list may grow and members may die while it is walked; what is new isn't reached.
    int n = world.members().size();
    for (int i = 0; i < n; i++) {
      Entity entity = world.members().get(i);
      if (!entity.equals(source) && !entity.isRemoved()) {
        push(entity, x, y, z, reach, power);
      }
    }
    for (int at = 0; at < broken.length; at += 3) {
      destroy(broken[at], broken[at + 1], broken[at + 2], random);
    }
  }

  private void push(Entity entity, double x, double y, double z, double reach, float power) {
    double[] foot = WorldEvents.position(entity);
    double dx = foot[0] - x;
    double dy = foot[1] - y;
    double dz = foot[2] - z;
    double distance = Math.sqrt(dx * dx + dy * dy + dz * dz) / reach;
    if (distance > 1) {
      return;
    }
    double width = entity.getEntityType().registry().width();
    double height = entity.getEntityType().registry().height();
    double up = dy + (entity instanceof Body body ? body.pushHeight() : entity.getEyeHeight());
    double length = Math.sqrt(dx * dx + up * up + dz * dz);
    if (length == 0) {
      return;
    }
    double exposure = shape.exposure(x, y, z, foot[0], foot[1], foot[2], width, height);
    double impact = (1 - distance) * exposure;
    if (entity instanceof Body body) {
      float amount = ExplosionShape.damage(impact, power);
      if (body.hurt(amount, Cause.EXPLOSION)) {
        world.events().damage(body, amount, Cause.EXPLOSION);
      }
      if (body.isRemoved()) {
        return;
      }
    }
    if (impact > 0) {
      impel(entity, dx / length * impact, up / length * impact, dz / length * impact);
    }
  }

  private void impel(Entity entity, double dvx, double dvy, double dvz) {
    double[] v = WorldEvents.velocity(entity);
    double vx = v[0] + dvx;
    double vy = v[1] + dvy;
    double vz = v[2] + dvz;
    if (entity instanceof Body body) {
      body.impel(vx, vy, vz, Cause.EXPLOSION);
    } else {
      entity.setVelocity(new Vec(vx, vy, vz).mul(Population.TICKS_PER_SECOND));
      world.events().impulse(entity, Cause.EXPLOSION, v[0], v[1], v[2], vx, vy, vz);
    }
  }

  private void destroy(int x, int y, int z, SplittableRandom random) {
    int code = world.blocks().codeOrAir(x, y, z);
    if (code == 0) {
      return;
    }
    world.blocks().set(x, y, z, 0);
    Block block = Block.fromStateId(code);
    if (block != null && block.id() == Block.TNT.id()) {
      int fuse = CHAIN_FUSE_MIN + random.nextInt(CHAIN_FUSE_SPREAD);
      world.spawner().primed(x, y, z, fuse);
    }
  }
}
