package ticklane.host.minestom.entity;

import java.util.UUID;
import net.minestom.server.entity.EntityType;
import net.minestom.server.entity.metadata.other.ExperienceOrbMeta;

/**
 * An experience orb: gravity 0.03, then the move, then drag 0.98 (ExperienceOrb.tick in the game).
 * It follows nobody and is picked up by nobody.
 */
final class OrbBody extends Body {
  private static final double GRAVITY = 0.03;
  private static final double DRAG = 0.98;

  private final int value;
  private float durability = 5;

  OrbBody(Population world, UUID uuid, int value) {
    super(world, EntityType.EXPERIENCE_ORB, uuid);
    this.value = value;
    editEntityMeta(ExperienceOrbMeta.class, meta -> meta.setValue(value));
  }

  @Override
  protected Body copy() {
    OrbBody copy = new OrbBody(world, getUuid(), value);
    copy.durability = durability;
    return copy;
  }

  /** It floats there; how, no public source says. */
  @Override
  protected boolean isModelledInWater() {
    return false;
  }

  /** Lava throws it up at random. */
  @Override
  protected boolean isModelledInLava() {
    return false;
  }

  @Override
  protected void move() {
    fallAndSlide(GRAVITY, DRAG);
  }

  @Override
  protected void act() {
    if (age() >= ItemBody.LIFETIME) {
      world.remove(this, Cause.DESPAWNED, -1);
    }
  }

  @Override
  protected boolean isModelledInWind() {
    return false;
  }

  @Override
  public boolean hurt(float amount, Cause cause) {
    durability -= amount;
    world.events().damage(this, amount, cause);
    if (durability <= 0) {
      world.remove(this, cause == Cause.EXPLOSION ? Cause.EXPLODED : Cause.DIED, -1);
    }
    return true;
  }
}
