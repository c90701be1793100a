package ticklane.host.minestom.entity;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import ticklane.core.AreaSnapshot;
import ticklane.core.Box;

/**
 * Blocks and bodies of an area as they were. The bodies here are twins that never enter the world;
 * what comes back are twins of theirs.
 */
public final class SavedArea implements AreaSnapshot {
  /** A body with what Minestom keeps for it, generously. */
  private static final long BODY_BYTES = 4096;

  private final Box area;
  private final IntBuffer codes;
  private final List<Body> bodies = new ArrayList<>();

  /** Remembers an area; not while the world ticks. */
  public SavedArea(Population world, Box area) {
    world.blocks().check(area);
    this.area = area;
    codes = IntBuffer.allocate((int) area.cells());
    world.blocks().read(area, codes);
    for (Body body : within(world)) {
      bodies.add(body.twin());
    }
  }

  private List<Body> within(Population world) {
    List<Body> found = new ArrayList<>();
    world
        .members()
        .forEach(
            member -> {
              if (member instanceof Body body && holds(body)) {
                found.add(body);
              }
            });
    return found;
  }

  private boolean holds(Body body) {
    return body.x >= area.minX()
        && body.x < area.maxX() + 1.0
        && body.y >= area.minY()
        && body.y < area.maxY() + 1.0
        && body.z >= area.minZ()
        && body.z < area.maxZ() + 1.0;
  }

  /** Puts it back; not while the world ticks. */
  public void restore(Population world) {
    Set<UUID> remembered = new HashSet<>();
    bodies.forEach(body -> remembered.add(body.getUuid()));
    for (var member : List.copyOf(world.members())) {
      if (member instanceof Body body && (holds(body) || remembered.contains(body.getUuid()))) {
        world.remove(body, Cause.SCRIPT, -1);
      }
    }
    world.blocks().write(area, codes);
    bodies.forEach(body -> world.spawner().enter(body.twin()));
  }

  @Override
  public long bytes() {
    return 4 * area.cells() + BODY_BYTES * bodies.size();
  }
}
