package ticklane.host.minestom.picture;

import java.util.Arrays;
import ticklane.host.minestom.world.BlockTable;
import ticklane.host.minestom.world.BlockView;

/**
 * The faces of a chunk's blocks that can be seen at all: those beside something one sees through.
 * Faces of one colour in a row are one. Once made, it needs the world no more.
 */
final class ChunkMesh {
  /** Directions: down, up, north (-z), south, west (-x), east. */
  static final int[][] NORMALS = {
    {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}, {-1, 0, 0}, {1, 0, 0}
  };

  /** Numbers a face takes: x y z of its lowest corner, its direction and length, its block. */
  private static final int STRIDE = 5;

  private final BlockView blocks;
  private final BlockTable table;
  private final BlockColours colours;

  /** What is no whole cube: boxes, and for each its sides below its colour. */
  private double[] boxes = new double[48];

  private long[] looks = new long[8];
  private int boxCount;
  private int[] faces = new int[256];
  private int count;
  private int lowest = Integer.MAX_VALUE;
  private int highest = Integer.MIN_VALUE;

  private ChunkMesh(BlockView blocks, BlockTable table, BlockColours colours) {
    this.blocks = blocks;
    this.table = table;
    this.colours = colours;
  }

  /** Looks at all blocks of a chunk. */
  static ChunkMesh of(
      BlockView blocks, BlockTable table, BlockColours colours, int chunkX, int chunkZ) {
    ChunkMesh mesh = new ChunkMesh(blocks, table, colours);
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

  private void section(int x0, int y0, int z0) {
    for (int y = y0; y < y0 + 16; y++) {
      for (int z = z0; z < z0 + 16; z++) {
        for (int x = x0; x < x0 + 16; x++) {
          int code = blocks.codeOrAir(x, y, z);
          int kind = colours.kind(code);
          if (kind == BlockColours.AIR) {
            continue;
          }
          lowest = Math.min(lowest, y);
          highest = Math.max(highest, y);
          if (kind == BlockColours.CUBE) {
            cube(x, y, z, colours.colour(code));
          } else {
            other(x, y, z, code);
          }
        }
      }
    }
  }

  private void cube(int x, int y, int z, int colour) {
    for (int side = 0; side < 6; side++) {
      boolean bottom = side == 0 && y == blocks.minY();
      if (!bottom && !hides(beside(x, y, z, side))) {
        face(x, y, z, side, colour);
      }
    }
  }

  private int beside(int x, int y, int z, int side) {
    int[] normal = NORMALS[side];
    return blocks.codeOrAir(x + normal[0], y + normal[1], z + normal[2]);
  }

  private boolean hides(int code) {
    return colours.kind(code) == BlockColours.CUBE;
  }

  private boolean isFluid(int code) {
    return table.water(code) > 0 || table.lava(code) > 0;
  }

  private void other(int x, int y, int z, int code) {
    int colour = colours.colour(code);
    double[] shape = table.boxes(code);
    if (shape.length == 0 && isFluid(code)) {
      double level = Math.max(table.water(code), table.lava(code));
      int sides = 0;
      for (int side = 0; side < 6; side++) {
        int beside = beside(x, y, z, side);
        sides |= isFluid(beside) || hides(beside) ? 0 : 1 << side;
      }
      double top = isFluid(blocks.codeOrAir(x, y + 1, z)) ? 1 : level;
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
