package ticklane.host.minestom.picture;

import java.util.Arrays;
import ticklane.host.minestom.world.BlockTable;
import ticklane.host.minestom.world.BlockView;

/**
 * The faces of a chunk's blocks that can be seen at all: those beside something one sees through.
 * Faces of one colour in a row are one.
 */
final class ChunkMesh {
  /** Numbers a face takes: x y z of its lowest corner, its direction and length, its block. */
  static final int STRIDE = 5;

  /** Directions: down, up, north (-z), south, west (-x), east. */
  static final int[][] NORMALS = {
    {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}, {-1, 0, 0}, {1, 0, 0}
  };

  /** Cells that hold something other than whole cubes: x y z code. */
  int[] others = new int[64];

  int otherCount;
  int[] faces = new int[256];
  int count;
  int lowest = Integer.MAX_VALUE;
  int highest = Integer.MIN_VALUE;

  /** Looks at all blocks of a chunk. */
  static ChunkMesh of(
      BlockView blocks, BlockTable table, BlockColours colours, int chunkX, int chunkZ) {
    ChunkMesh mesh = new ChunkMesh();
    int x0 = chunkX << 4;
    int z0 = chunkZ << 4;
    for (int sy = blocks.minY(); sy < blocks.maxY(); sy += 16) {
      if (!blocks.isAir(x0, sy, z0, x0 + 15, sy + 15, z0 + 15)) {
        mesh.section(blocks, colours, x0, sy, z0);
      }
    }
    return mesh;
  }

  private void section(BlockView blocks, BlockColours colours, int x0, int y0, int z0) {
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
          if (kind == BlockColours.OTHER) {
            other(x, y, z, code);
            continue;
          }
          for (int side = 0; side < 6; side++) {
            int[] normal = NORMALS[side];
            int beside = blocks.codeOrAir(x + normal[0], y + normal[1], z + normal[2]);
            boolean bottom = side == 0 && y == blocks.minY();
            if (colours.kind(beside) != BlockColours.CUBE && !bottom) {
              face(x, y, z, side, colours.colour(code));
            }
          }
        }
      }
    }
  }

  private void other(int x, int y, int z, int code) {
    if (4 * otherCount == others.length) {
      others = Arrays.copyOf(others, 2 * others.length);
    }
    int at = 4 * otherCount++;
    others[at] = x;
    others[at + 1] = y;
    others[at + 2] = z;
    others[at + 3] = code;
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
