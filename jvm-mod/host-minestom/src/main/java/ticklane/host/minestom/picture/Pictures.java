package ticklane.host.minestom.picture;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import ticklane.host.minestom.world.BlockTable;
import ticklane.host.minestom.world.BlockView;

/** Draws the chunks and entities of one world, and remembers the faces of chunks that stay. */
public final class Pictures {
  /** Chunks around the camera that are drawn at most. */
  static final int RADIUS = 10;

  private static final int LABELS = 60;
  private static final int SKY_TOP = 0x78A7FF;
  private static final int SKY_LOW = 0xC0D8FF;
  private static final int BELOW = 0x9FB4C8;

  /** Brightness of the sides, as the game shades them: down, up, north, south, west, east. */
  private static final double[] SHADES = {0.5, 1, 0.8, 0.8, 0.6, 0.6};

  /** How much the line between two blocks is darker, up close. */
  private static final double LINE = 0.16;

  private static final double LINE_WIDTH = 0.03;

  /** Pixels a block takes from which lines between blocks are drawn, and from which in full. */
  private static final double LINES_FROM = 5;

  private static final double LINES_FULL = 24;

  /** What stands over an entity. */
  public record Label(int x, int y, String text, double distance) {}

  private record Kept(long version, ChunkMesh mesh) {}

  private final BlockView blocks;
  private final BlockTable table;
  private final BlockColours colours;
  private final Map<Long, Kept> meshes = new HashMap<>();
  private final double[] corners = new double[12];

  public Pictures(BlockView blocks, BlockTable table) {
    this.blocks = blocks;
    this.table = table;
    colours = new BlockColours(table);
  }

  /** The colour of a block state. */
  public int colour(int code) {
    return colours.colour(code);
  }

  /** Tells which chunks there are and when one has changed. */
  public interface Chunks {
    boolean isLoadedChunk(int chunkX, int chunkZ);

    /** Another number whenever a block in the chunk or beside it has changed. */
    long version(int chunkX, int chunkZ);
  }

  /** Draws everything around the camera. */
  public Raster draw(
      Camera camera,
      int width,
      int height,
      Chunks chunks,
      List<Figure> figures,
      double centreX,
      double centreZ) {
    Raster raster = new Raster(camera, width, height);
    int cx = (int) Math.floor(centreX) >> 4;
    int cz = (int) Math.floor(centreZ) >> 4;
    meshes.keySet().removeIf(key -> !chunks.isLoadedChunk((int) (key >> 32), (int) (long) key));
    List<int[]> near = new ArrayList<>();
    for (int dx = -RADIUS; dx <= RADIUS; dx++) {
      for (int dz = -RADIUS; dz <= RADIUS; dz++) {
        if (chunks.isLoadedChunk(cx + dx, cz + dz)) {
          near.add(new int[] {cx + dx, cz + dz, dx * dx + dz * dz});
        }
      }
    }
    near.sort(Comparator.comparingInt(chunk -> chunk[2])); // what is near hides what is far
    for (int[] chunk : near) {
      ChunkMesh mesh = mesh(chunks, chunk[0], chunk[1]);
      if (mesh.lowest <= mesh.highest && isInView(raster, camera, chunk, mesh)) {
        draw(raster, camera, mesh);
      }
    }
    for (Figure figure : figures) {
      box(raster, figure);
    }
    finish(raster, camera);
    return raster;
  }

  private ChunkMesh mesh(Chunks chunks, int chunkX, int chunkZ) {
    long key = ((long) chunkX << 32) | (chunkZ & 0xFFFFFFFFL);
    long version = chunks.version(chunkX, chunkZ);
    Kept kept = meshes.get(key);
    if (kept == null || kept.version() != version) {
      kept = new Kept(version, ChunkMesh.of(blocks, table, colours, chunkX, chunkZ));
      meshes.put(key, kept);
    }
    return kept.mesh();
  }

  private static boolean isInView(Raster raster, Camera camera, int[] chunk, ChunkMesh mesh) {
    if (camera.isParallel()) {
      return true;
    }
    for (int corner = 0; corner < 8; corner++) {
      double x = (chunk[0] << 4) + ((corner & 1) == 0 ? 0 : 16);
      double y = (corner & 2) == 0 ? mesh.lowest : mesh.highest + 1;
      double z = (chunk[1] << 4) + ((corner & 4) == 0 ? 0 : 16);
      if (raster.along(x, y, z) > 0) {
        return true;
      }
    }
    return false;
  }

  private void draw(Raster raster, Camera camera, ChunkMesh mesh) {
    double[] forward = camera.forward();
    for (int at = 0; at < mesh.count * ChunkMesh.STRIDE; at += ChunkMesh.STRIDE) {
      int side = mesh.faces[at + 3] & 7;
      int length = mesh.faces[at + 3] >> 3;
      side(
          raster,
          camera,
          forward,
          side,
          mesh.faces[at],
          mesh.faces[at + 1],
          mesh.faces[at + 2],
          mesh.faces[at] + length,
          mesh.faces[at + 1] + 1,
          mesh.faces[at + 2] + 1,
          mesh.faces[at + 4],
          Raster.BLOCK);
    }
    for (int at = 0; at < 4 * mesh.otherCount; at += 4) {
      other(raster, camera, forward, mesh.others, at);
    }
  }

  private void other(Raster raster, Camera camera, double[] forward, int[] cells, int at) {
    int x = cells[at];
    int y = cells[at + 1];
    int z = cells[at + 2];
    int code = cells[at + 3];
    int colour = colours.colour(code);
    double fluid = Math.max(table.water(code), table.lava(code));
    double[] boxes = table.boxes(code);
    if (fluid > 0 && boxes.length == 0) {
      int above = blocks.codeOrAir(x, y + 1, z);
      boolean deep = table.water(above) > 0 || table.lava(above) > 0;
      for (int side = 0; side < 6; side++) {
        int[] normal = ChunkMesh.NORMALS[side];
        int beside = blocks.codeOrAir(x + normal[0], y + normal[1], z + normal[2]);
        boolean same = table.water(beside) > 0 || table.lava(beside) > 0;
        if (!same && colours.kind(beside) != BlockColours.CUBE) {
          side(
              raster,
              camera,
              forward,
              side,
              x,
              y,
              z,
              x + 1,
              y + (deep ? 1 : fluid),
              z + 1,
              colour,
              Raster.BLOCK);
        }
      }
      return;
    }
    if (boxes.length == 0) { // a plant, a torch, a rail
      allSides(
          raster,
          camera,
          forward,
          x + 0.3,
          y,
          z + 0.3,
          x + 0.7,
          y + 0.6,
          z + 0.7,
          colour,
          Raster.BLOCK);
      return;
    }
    for (int box = 0; box < boxes.length; box += 6) {
      allSides(
          raster,
          camera,
          forward,
          x + boxes[box],
          y + boxes[box + 1],
          z + boxes[box + 2],
          x + boxes[box + 3],
          y + boxes[box + 4],
          z + boxes[box + 5],
          colour,
          Raster.BLOCK);
    }
  }

  private void box(Raster raster, Figure figure) {
    double half = figure.width() / 2;
    Camera camera = raster.camera();
    double[] forward = camera.forward();
    int subject = Raster.ENTITY + figure.id();
    allSides(
        raster,
        camera,
        forward,
        figure.x() - half,
        figure.y(),
        figure.z() - half,
        figure.x() + half,
        figure.y() + figure.height(),
        figure.z() + half,
        figure.colour(),
        subject);
    if (!Double.isNaN(figure.yaw())) { // a nose where it looks
      double turn = Math.toRadians(figure.yaw());
      double out = half + 0.06;
      double nx = figure.x() - Math.sin(turn) * out;
      double nz = figure.z() + Math.cos(turn) * out;
      double ny = figure.y() + figure.eyes() - 0.06;
      allSides(
          raster, camera, forward, nx - 0.08, ny, nz - 0.08, nx + 0.08, ny + 0.16, nz + 0.08,
          0x202020, subject);
    }
  }

  private void allSides(
      Raster raster,
      Camera camera,
      double[] forward,
      double x0,
      double y0,
      double z0,
      double x1,
      double y1,
      double z1,
      int colour,
      int subject) {
    for (int side = 0; side < 6; side++) {
      side(raster, camera, forward, side, x0, y0, z0, x1, y1, z1, colour, subject);
    }
  }

  /** One side of a box, unless it looks away from the camera. */
  private void side(
      Raster raster,
      Camera camera,
      double[] forward,
      int side,
      double x0,
      double y0,
      double z0,
      double x1,
      double y1,
      double z1,
      int colour,
      int subject) {
    int axis = side >> 1; // 0: y, 1: z, 2: x
    boolean upper = (side & 1) == 1;
    double at = axis == 0 ? (upper ? y1 : y0) : axis == 1 ? (upper ? z1 : z0) : upper ? x1 : x0;
    double eye = axis == 0 ? camera.y() : axis == 1 ? camera.z() : camera.x();
    double way = axis == 0 ? forward[1] : axis == 1 ? forward[2] : forward[0];
    boolean away = camera.isParallel() ? upper == way > 0 : upper ? eye <= at : eye >= at;
    if (away) {
      return;
    }
    for (int corner = 0; corner < 4; corner++) {
      double u = corner == 1 || corner == 2 ? 1 : 0;
      double v = corner >= 2 ? 1 : 0;
      int to = 3 * corner;
      switch (axis) {
        case 0 -> put(to, u == 0 ? x0 : x1, at, v == 0 ? z0 : z1);
        case 1 -> put(to, u == 0 ? x0 : x1, v == 0 ? y0 : y1, at);
        default -> put(to, at, u == 0 ? y0 : y1, v == 0 ? z0 : z1);
      }
    }
    raster.face(corners, 4, shaded(colour, SHADES[side]), subject);
  }

  private void put(int at, double x, double y, double z) {
    corners[at] = x;
    corners[at + 1] = y;
    corners[at + 2] = z;
  }

  private static int shaded(int colour, double by) {
    int r = (int) ((colour >> 16 & 255) * by);
    int g = (int) ((colour >> 8 & 255) * by);
    int b = (int) ((colour & 255) * by);
    return Math.min(255, r) << 16 | Math.min(255, g) << 8 | Math.min(255, b);
  }

  private static int mixed(int a, int b, double t) {
    int r = (int) ((a >> 16 & 255) * (1 - t) + (b >> 16 & 255) * t);
    int g = (int) ((a >> 8 & 255) * (1 - t) + (b >> 8 & 255) * t);
    int bl = (int) ((a & 255) * (1 - t) + (b & 255) * t);
    return r << 16 | g << 8 | bl;
  }

  /** The sky behind it all, the lines between blocks, haze in the distance. */
  private static void finish(Raster raster, Camera camera) {
    double[] start = new double[3];
    double[] way = new double[3];
    double far = RADIUS * 16;
    for (int y = 0; y < raster.height; y++) {
      for (int x = 0; x < raster.width; x++) {
        int pixel = y * raster.width + x;
        raster.ray(x, y, start, way);
        float depth = raster.depths[pixel];
        if (raster.subjects[pixel] == Raster.SKY) {
          double up = way[1] / Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
          raster.colours[pixel] =
              up >= 0 ? mixed(SKY_LOW, SKY_TOP, Math.min(1, up * 1.5)) : mixed(SKY_LOW, BELOW, -up);
          continue;
        }
        double size = raster.pixelsPerBlock(depth);
        if (raster.subjects[pixel] == Raster.BLOCK && size > LINES_FROM) {
          double fade = Math.min(1, (size - LINES_FROM) / (LINES_FULL - LINES_FROM));
          double wide = Math.max(LINE_WIDTH, 0.5 / size);
          int lines = 0;
          for (int axis = 0; axis < 3; axis++) {
            double at =
                (axis == 0 ? camera.x() : axis == 1 ? camera.y() : camera.z())
                    + start[axis]
                    + way[axis] * depth;
            double inside = at - Math.floor(at);
            lines += inside < wide || inside > 1 - wide ? 1 : 0;
          }
          if (lines >= 2) { // one of them is the face itself
            raster.colours[pixel] = shaded(raster.colours[pixel], 1 - LINE * fade);
          }
        }
        if (!camera.isParallel() && depth > far / 2) {
          double haze = Math.min(0.85, (depth - far / 2) / far);
          raster.colours[pixel] = mixed(raster.colours[pixel], SKY_LOW, haze);
        }
      }
    }
  }

  /** The names of entities that the picture shows, the nearest first. */
  public static List<Label> labels(Raster raster, List<Figure> figures) {
    List<Label> labels = new ArrayList<>();
    for (Figure figure : figures) {
      double[] at = raster.project(figure.x(), figure.y() + figure.height(), figure.z());
      if (at == null || figure.label().isEmpty()) {
        continue;
      }
      int x = (int) at[0];
      int y = (int) at[1];
      if (x < 0 || y < 0 || x >= raster.width || y >= raster.height) {
        continue;
      }
      double[] middle = raster.project(figure.x(), figure.y() + figure.height() / 2, figure.z());
      int mx = (int) middle[0];
      int my = Math.clamp((int) middle[1], 0, raster.height - 1);
      boolean seen =
          mx >= 0
              && mx < raster.width
              && (raster.subject(mx, my) == Raster.ENTITY + figure.id()
                  || raster.depth(mx, my) >= middle[2] - figure.width());
      if (seen) {
        labels.add(new Label(x, y, figure.label(), at[2]));
      }
    }
    labels.sort(Comparator.comparingDouble(Label::distance));
    return labels.size() > LABELS ? labels.subList(0, LABELS) : labels;
  }
}
