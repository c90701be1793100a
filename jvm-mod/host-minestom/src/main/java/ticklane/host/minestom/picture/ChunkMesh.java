package ticklane.host.minestom.picture;

import java.util.Arrays;
import ticklane.host.minestom.world.BlockTable;
import ticklane.host.minestom.world.BlockView;

/**
 * The faces of a chunk's blocks that can be seen at all: those beside something one sees through.
 * Faces of one colour in a row are one. Once made, it needs the world no more.
 */
public final class ChunkMesh {
  /** Directions: down, up, north (-z), south, west (-x), east. */
  static final int[][] NORMALS = {
    {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}, {-1, 0, 0}, {1, 0, 0}
  };

  /** Numbers a face takes: x y z of its lowest corner, its direction and length, its block. */
  private static final int STRIDE = 5;

  /** Cells of a section and one around it, along each axis. */
  private static final int WIDE = 18;

  private final BlockView blocks;
  private final Pictures.Chunks chunks;
  private final BlockTable table;
  private final BlockColours colours;
  private int[] codes; // of the section that is looked at

  /** What is no whole cube: boxes, and for each its sides below its colour. */
  private double[] boxes = new double[48];

  private long[] looks = new long[8];
  private int boxCount;
  private int[] faces = new int[256];
  private int count;
  private int lowest = Integer.MAX_VALUE;
  private int highest = Integer.MIN_VALUE;

  private ChunkMesh(
      BlockView blocks, Pictures.Chunks chunks, BlockTable table, BlockColours colours) {
    this.blocks = blocks;
    this.chunks = chunks;
    this.table = table;
    this.colours = colours;
  }

  /** Looks at all blocks of a chunk. */
  static ChunkMesh of(
      BlockView blocks,
      Pictures.Chunks chunks,
      BlockTable table,
      BlockColours colours,
      int chunkX,
      int chunkZ) {
    ChunkMesh mesh = new ChunkMesh(blocks, chunks, table, colours);
    int x0 = chunkX << 4;
    int z0 = chunkZ << 4;
    for (int sy = blocks.minY(); sy < blocks.maxY(); sy += 16) {
      if (!blocks.isAir(x0, sy, z0, x0 + 15, sy + 15, z0 + 15)) {
        mesh.section(x0, sy, z0);
      }
    }
    mesh.faces = Arrays.copyOf(mesh.faces, mesh.count * STRIDE);
    mesh.boxes = Arrays.copyOf(mesh.boxes, mesh.boxCount * 6);
    mesh.looks = Arrays.copyOf(mesh.looks, mesh.boxCount);
    mesh.codes = null;
    return mesh;
  }

  boolean isEmpty() {
    return lowest > highest;
  }

  /** The layers that hold anything. */
  int lowest() {
    return lowest;
  }

  int highest() {
    return highest;
  }

  /** Draws what looks towards the camera. */
  void paint(Painter painter) {
    for (int at = 0; at < faces.length; at += STRIDE) {
      int length = faces[at + 3] >> 3;
      int x = faces[at];
      int y = faces[at + 1];
      int z = faces[at + 2];
      painter.side(
          new Cuboid(x, y, z, x + length, y + 1, z + 1),
          faces[at + 3] & 7,
          new Style(faces[at + 4], Raster.BLOCK));
    }
    for (int i = 0; i < looks.length; i++) {
      int at = 6 * i;
      painter.box(
          new Cuboid(
              boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3], boxes[at + 4], boxes[at + 5]),
          (int) looks[i] & Painter.ALL,
          new Style((int) (looks[i] >> 8), Raster.BLOCK));
    }
  }

  /** Where a cell of a section stands in its codes; -1 and 16 are those around it. */
  public static int at(int x, int y, int z) {
    return ((y + 1) * WIDE + z + 1) * WIDE + x + 1;
  }

  private void section(int x0, int y0, int z0) {
    int uniform = chunks.uniform(x0, y0, z0);
    if (uniform >= 0 && hides(uniform) && isBuried(x0, y0, z0)) {
      lowest = Math.min(lowest, y0);
      highest = Math.max(highest, y0 + 15);
      return;
    }
    gather(x0, y0, z0);
    for (int y = 0; y < 16; y++) {
      for (int z = 0; z < 16; z++) {
        for (int x = 0; x < 16; x++) {
          int code = codes[at(x, y, z)];
          int kind = colours.kind(code);
          if (kind == BlockColours.AIR) {
            continue;
          }
          lowest = Math.min(lowest, y0 + y);
          highest = Math.max(highest, y0 + y);
          if (kind == BlockColours.CUBE) {
            cube(x, y, z, x0, y0, z0, colours.colour(code));
          } else {
            other(x, y, z, x0, y0, z0, code);
          }
        }
      }
    }
  }

  /** Whether all sections around it are of blocks that hide it; below the world nobody looks. */
  private boolean isBuried(int x0, int y0, int z0) {
    for (int side = 0; side < 6; side++) {
      if (side == 0 && y0 == blocks.minY()) {
        continue;
      }
      int[] normal = NORMALS[side];
      int beside = chunks.uniform(x0 + 16 * normal[0], y0 + 16 * normal[1], z0 + 16 * normal[2]);
      if (beside < 0 || !hides(beside)) {
        return false;
      }
    }
    return true;
  }

  /** Codes of a section and of the cells that touch it. */
  private void gather(int x0, int y0, int z0) {
    if (codes == null) {
      codes = new int[WIDE * WIDE * WIDE];
    }
    chunks.copy(x0, y0, z0, codes);
    for (int side = 0; side < 6; side++) {
      int axis = side >> 1; // 0: y, 1: z, 2: x
      int at = (side & 1) == 1 ? 16 : -1;
      for (int a = 0; a < 16; a++) {
        for (int b = 0; b < 16; b++) {
          int x = axis == 2 ? at : a;
          int y = axis == 0 ? at : axis == 1 ? b : a;
          int z = axis == 1 ? at : b;
          codes[at(x, y, z)] = blocks.codeOrAir(x0 + x, y0 + y, z0 + z);
        }
      }
    }
  }

  private void cube(int x, int y, int z, int x0, int y0, int z0, int colour) {
    for (int side = 0; side < 6; side++) {
      boolean bottom = side == 0 && y0 + y == blocks.minY();
      if (!bottom && !hides(beside(x, y, z, side))) {
        face(x0 + x, y0 + y, z0 + z, side, colour);
      }
    }
  }

  private int beside(int x, int y, int z, int side) {
    int[] normal = NORMALS[side];
    return codes[at(x + normal[0], y + normal[1], z + normal[2])];
  }

  private boolean hides(int code) {
    return colours.kind(code) == BlockColours.CUBE;
  }

  private boolean isFluid(int code) {
    return table.water(code) > 0 || table.lava(code) > 0;
  }

  private void other(int inX, int inY, int inZ, int x0, int y0, int z0, int code) {
    int x = x0 + inX;
    int y = y0 + inY;
    int z = z0 + inZ;
    int colour = colours.colour(code);
    double[] shape = table.boxes(code);
    if (shape.length == 0 && isFluid(code)) {
      double level = Math.max(table.water(code), table.lava(code));
      int sides = 0;
      for (int side = 0; side < 6; side++) {
        int beside = beside(inX, inY, inZ, side);
        sides |= isFluid(beside) || hides(beside) ? 0 : 1 << side;
      }
      double top = isFluid(beside(inX, inY, inZ, 1)) ? 1 : level;
      box(x, y, z, x + 1, y + top, z + 1, sides, colour);
    } else if (shape.length == 0) { // a plant, a torch, a rail
      box(x + 0.3, y, z + 0.3, x + 0.7, y + 0.6, z + 0.7, Painter.ALL, colour);
    }
    for (int i = 0; i < shape.length; i += 6) {
      box(
          x + shape[i],
          y + shape[i + 1],
          z + shape[i + 2],
          x + shape[i + 3],
          y + shape[i + 4],
          z + shape[i + 5],
          Painter.ALL,
          colour);
    }
  }

  private void box(
      double x0, double y0, double z0, double x1, double y1, double z1, int sides, int colour) {
    if (boxCount == looks.length) {
      looks = Arrays.copyOf(looks, 2 * looks.length);
      boxes = Arrays.copyOf(boxes, 2 * boxes.length);
    }
    int at = 6 * boxCount;
    boxes[at] = x0;
    boxes[at + 1] = y0;
    boxes[at + 2] = z0;
    boxes[at + 3] = x1;
    boxes[at + 4] = y1;
    boxes[at + 5] = z1;
    looks[boxCount++] = (long) colour << 8 | sides;
  }

  /** Adds a face; one that goes on the last of its direction along x lengthens that. */
  private void face(int x, int y, int z, int side, int colour) {
    if (side < 4) {
      for (int back = count - 1; back >= Math.max(0, count - 4); back--) {
        int at = back * STRIDE;
        if ((faces[at + 3] & 7) == side
            && faces[at + 1] == y
            && faces[at + 2] == z
            && faces[at] + (faces[at + 3] >> 3) == x
            && faces[at + 4] == colour) {
          faces[at + 3] += 8;
          return;
        }
      }
    }
    if ((count + 1) * STRIDE > faces.length) {
      faces = Arrays.copyOf(faces, 2 * faces.length);
    }
    int at = STRIDE * count++;
    faces[at] = x;
    faces[at + 1] = y;
    faces[at + 2] = z;
    faces[at + 3] = side | 8;
    faces[at + 4] = colour;
  }
}
