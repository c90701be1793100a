package ticklane.host.minestom.client;

import java.util.Map;
import java.util.UUID;
import net.minestom.server.coordinate.Point;
import net.minestom.server.entity.EntityType;
import net.minestom.server.entity.Metadata;
import net.minestom.server.entity.MetadataDef;
import net.minestom.server.instance.block.Block;
import net.minestom.server.item.ItemStack;
import net.minestom.server.network.packet.server.play.SpawnEntityPacket;
import ticklane.host.minestom.physics.Collider;

/**
 * An entity as a client has it. What flies or falls it moves itself between the server's words on
 * it; the living and vehicles it draws to where the server said in three ticks.
 */
final class SeenEntity {
  /** Ticks in which a told position is reached. */
  static final int STEPS = 3;

  /** Position deltas in packets count in 1/4096 blocks. */
  private static final double DELTA = 1 / 4096.0;

  final int id;
  final UUID uuid;
  final EntityType type;
  final double width;
  final double height;
  private final Flight flight;
  double x;
  double y;
  double z;
  double vx;
  double vy;
  double vz;
  float yaw;
  float pitch;
  private double lastX;
  private double lastY;
  private double lastZ;
  private float lastYaw;
  private float lastPitch;
  boolean onGround;
  long age;
  double health = Double.NaN;
  int fuse = -1;
  int count = -1;
  int item = -1;
  int block = -1;
  private boolean weightless;
  private double toldX;
  private double toldY;
  private double toldZ;
  private float toldYaw;
  private float toldPitch;
  private int steps;

  SeenEntity(SpawnEntityPacket packet) {
    this(packet.entityId(), packet.uuid(), packet.type());
    place(packet.position());
    yaw = toldYaw = packet.position().yaw();
    pitch = toldPitch = packet.position().pitch();
    push(packet.velocity());
    if (type.id() == EntityType.FALLING_BLOCK.id()) {
      block = packet.data();
    } else if (type.id() == EntityType.TNT.id()) {
      fuse = MetadataDef.PrimedTnt.FUSE_TIME.defaultValue();
    } else if (type.id() == EntityType.ITEM.id()) {
      count = 1;
    }
  }

  /** One that stands nowhere yet. */
  SeenEntity(int id, UUID uuid, EntityType type) {
    this.id = id;
    this.uuid = uuid;
    this.type = type;
    width = type.registry().width();
    height = type.registry().height();
    flight = Flight.of(type);
  }

  /** Where it is, at once. */
  void place(Point to) {
    x = toldX = lastX = to.x();
    y = toldY = lastY = to.y();
    z = toldZ = lastZ = to.z();
    steps = 0;
  }

  /** A tick begins: frames go from where it is now to where it will be. */
  void remember() {
    lastX = x;
    lastY = y;
    lastZ = z;
    lastYaw = yaw;
    lastPitch = pitch;
  }

  /** What a frame shows of it, that far on the way of its last tick; 1 is where it is. */
  Still at(double partial, double height) {
    boolean there = partial >= 1;
    return new Still(
        id,
        uuid,
        type,
        there ? x : lastX + (x - lastX) * partial,
        there ? y : lastY + (y - lastY) * partial,
        there ? z : lastZ + (z - lastZ) * partial,
        vx,
        vy,
        vz,
        there ? yaw : lastYaw + wrapped(yaw - lastYaw) * (float) partial,
        there ? pitch : lastPitch + (pitch - lastPitch) * (float) partial,
        width,
        height,
        age,
        health,
        fuse,
        count,
        item,
        block,
        onGround);
  }

  void push(Point velocity) {
    vx = velocity.x();
    vy = velocity.y();
    vz = velocity.z();
  }

  /** The server's word: where it is now. */
  void told(Point to, float yaw, float pitch, boolean onGround) {
    toldX = to.x();
    toldY = to.y();
    toldZ = to.z();
    turned(yaw, pitch);
    this.onGround = onGround;
    head();
  }

  /** The server's word: how far it went since the last one. */
  void moved(short dx, short dy, short dz, boolean onGround) {
    toldX += dx * DELTA;
    toldY += dy * DELTA;
    toldZ += dz * DELTA;
    this.onGround = onGround;
    head();
  }

  void turned(float yaw, float pitch) {
    toldYaw = yaw;
    toldPitch = pitch;
    if (flight != null) {
      this.yaw = yaw;
      this.pitch = pitch;
    } else if (steps == 0) {
      steps = STEPS;
    }
  }

  private void head() {
    if (flight != null) {
      x = toldX;
      y = toldY;
      z = toldZ;
    } else {
      steps = STEPS;
    }
  }

  void tick(Collider collider) {
    age++;
    if (fuse > 0) {
      fuse--;
    }
    if (flight != null) {
      fly(collider);
    } else if (steps > 0) {
      x += (toldX - x) / steps;
      y += (toldY - y) / steps;
      z += (toldZ - z) / steps;
      yaw += wrapped(toldYaw - yaw) / steps;
      pitch += (toldPitch - pitch) / steps;
      steps--;
    }
  }

  private static float wrapped(float degrees) {
    float turn = degrees % 360;
    return turn >= 180 ? turn - 360 : turn < -180 ? turn + 360 : turn;
  }

  private void fly(Collider collider) {
    if (onGround && flight.along() == 0) {
      return; // it sticks
    }
    double pull = weightless ? 0 : flight.gravity();
    switch (flight.order()) {
      case ACCELERATE_MOVE_DRAG -> {
        vy -= pull;
        move(collider);
        double sideways = onGround ? flight.along() * flight.drag() : flight.drag();
        vx *= sideways;
        vy *= flight.drag();
        vz *= sideways;
      }
      case MOVE_DRAG_ACCELERATE -> {
        move(collider);
        drag();
        vy -= pull;
      }
      case ACCELERATE_DRAG_MOVE -> {
        vy -= pull;
        drag();
        move(collider);
      }
    }
  }

  private void drag() {
    vx *= flight.drag();
    vy *= flight.drag();
    vz *= flight.drag();
  }

  private void move(Collider collider) {
    collider.move(x, y, z, width, height, vx, vy, vz);
    onGround = collider.hitY && vy < 0;
    if (flight.along() == 0 && (collider.hitX || collider.hitY || collider.hitZ)) {
      return; // what it hits the server says
    }
    x = collider.x;
    y = collider.y;
    z = collider.z;
    vx = collider.hitX ? 0 : vx;
    vy = collider.hitY ? 0 : vy;
    vz = collider.hitZ ? 0 : vz;
  }

  /** What it shows of itself: health, fuse, stack, whether gravity counts. */
  void meta(Map<Integer, Metadata.Entry<?>> entries) {
    for (Map.Entry<Integer, Metadata.Entry<?>> entry : entries.entrySet()) {
      Object value = entry.getValue().value();
      int index = entry.getKey();
      if (index == MetadataDef.HAS_NO_GRAVITY.index() && value instanceof Boolean none) {
        weightless = none;
      } else if (type.id() == EntityType.TNT.id()) {
        if (index == MetadataDef.PrimedTnt.FUSE_TIME.index() && value instanceof Integer ticks) {
          fuse = ticks;
        } else if (value instanceof Block state) {
          block = state.stateId();
        }
      } else if (type.id() == EntityType.ITEM.id() && value instanceof ItemStack stack) {
        item = stack.isAir() ? -1 : stack.material().id();
        count = stack.amount();
      } else if (index == MetadataDef.LivingEntity.HEALTH.index() && value instanceof Float left) {
        health = left;
      }
    }
  }
}
