package ticklane.host.minestom.picture;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import ticklane.core.Drawing;
import ticklane.host.minestom.world.BlockTable;
import ticklane.host.minestom.world.BlockView;

/**
 * Draws the chunks and entities of one world, and remembers the faces of chunks that stay. One
 * thread; the world, which may be another's, is looked at a chunk at a time.
 */
public final class Pictures {
  /** Chunks around the camera that are drawn at most. */
  static final int RADIUS = 10;

  private record Kept(long version, ChunkMesh mesh) {}

  private record Near(int x, int z, int away) {}

  private final BlockView blocks;
  private final BlockTable table;
  private final Chunks chunks;
  private final Lock lock;
  private final BlockColours colours;
  private final Map<Long, Kept> meshes = new HashMap<>();
  private int drawn;

  /** Tells which chunks there are and when one has changed. */
  public interface Chunks {
    boolean isLoadedChunk(int chunkX, int chunkZ);

    /** Another number whenever a block in the chunk or beside it has changed. */
    long version(int chunkX, int chunkZ);

    /** The one code of all cells of the section with that cell, -1 when there are several. */
    int uniform(int x, int y, int z);

    /**
     * Copies the codes of the section with that lowest corner to {@code at(x, y, z)} of each cell
     * within it, as {@link ChunkMesh#at} counts.
     */
    void copy(int x, int y, int z, int[] codes);
  }

  /**
   * Pictures of a world.
   *
   * @param lock held whenever the world is looked at
   */
  public Pictures(BlockView blocks, BlockTable table, Chunks chunks, Lock lock) {
    this.blocks = blocks;
    this.table = table;
    this.chunks = chunks;
    this.lock = lock;
    colours = new BlockColours(table);
  }

  /**
   * Draws everything around the camera.
   *
   * @param figures the entities
   * @param x what is looked at, with z: chunks around it are drawn
   */
  public Raster draw(
      Camera camera, int width, int height, List<Figure> figures, double x, double z) {
    Raster raster = new Raster(camera, width, height);
    Painter painter = new Painter(raster);
    drawn = 0;
    for (Near chunk : around((int) Math.floor(x) >> 4, (int) Math.floor(z) >> 4)) {
      ChunkMesh mesh = mesh(chunk);
      if (!mesh.isEmpty() && raster.isInView(bounds(chunk, mesh))) {
        mesh.paint(painter);
        drawn++;
      }
    }
    for (Figure figure : figures) {
      paint(painter, figure);
    }
    Finish.all(raster, RADIUS * 16);
    return raster;
  }

  /** How many chunks the last picture has. */
  public int drawn() {
    return drawn;
  }

  /** Draws over a finished picture. */
  public static void overlay(
      Raster raster, List<Drawing> drawings, List<Labels.Label> names, boolean crosshair) {
    Overlay overlay = new Overlay(raster);
    overlay.draw(drawings);
    overlay.names(names);
    if (crosshair) {
      overlay.crosshair();
    }
  }

  /** The chunks there are, the nearest first: what is near hides what is far. */
  private List<Near> around(int cx, int cz) {
    List<Near> near = new ArrayList<>();
    lock.lock();
    try {
      meshes.keySet().removeIf(key -> !chunks.isLoadedChunk((int) (key >> 32), (int) (long) key));
      for (int dx = -RADIUS; dx <= RADIUS; dx++) {
        for (int dz = -RADIUS; dz <= RADIUS; dz++) {
          if (chunks.isLoadedChunk(cx + dx, cz + dz)) {
            near.add(new Near(cx + dx, cz + dz, dx * dx + dz * dz));
          }
        }
      }
    } finally {
      lock.unlock();
    }
    near.sort(Comparator.comparingInt(Near::away));
    return near;
  }

  private ChunkMesh mesh(Near chunk) {
    long key = ((long) chunk.x() << 32) | (chunk.z() & 0xFFFFFFFFL);
    lock.lock();
    try {
      long version = chunks.version(chunk.x(), chunk.z());
      Kept kept = meshes.get(key);
      if (kept == null || kept.version() != version) {
        kept =
            new Kept(version, ChunkMesh.of(blocks, chunks, table, colours, chunk.x(), chunk.z()));
        meshes.put(key, kept);
      }
      return kept.mesh();
    } finally {
      lock.unlock();
    }
  }

  private static Cuboid bounds(Near chunk, ChunkMesh mesh) {
    int x = chunk.x() << 4;
    int z = chunk.z() << 4;
    return new Cuboid(x, mesh.lowest(), z, x + 16, mesh.highest() + 1, z + 16);
  }

  private void paint(Painter painter, Figure figure) {
    int colour = figure.block() >= 0 ? colours.colour(figure.block()) : figure.colour();
    Style body = new Style(colour, Raster.ENTITY + figure.id());
    painter.box(
        Cuboid.standing(figure.x(), figure.y(), figure.z(), figure.width(), figure.height()),
        Painter.ALL,
        body);
    if (!Double.isNaN(figure.yaw())) { // a nose where it looks
      double turn = Math.toRadians(figure.yaw());
      double out = figure.width() / 2 + 0.06;
      painter.box(
          Cuboid.standing(
              figure.x() - Math.sin(turn) * out,
              figure.y() + figure.eyes() - 0.06,
              figure.z() + Math.cos(turn) * out,
              0.16,
              0.16),
          Painter.ALL,
          new Style(0x202020, body.subject()));
    }
  }
}
