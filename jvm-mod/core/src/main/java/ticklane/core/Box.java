package ticklane.core;

/** An area of blocks, both corners inside, lower corner first. */
public record Box(int minX, int minY, int minZ, int maxX, int maxY, int maxZ) {

  public Box {
    if (minX > maxX || minY > maxY || minZ > maxZ) {
      throw new IllegalArgumentException("corners out of order");
    }
  }

  public int sizeX() {
    return maxX - minX + 1;
  }

  public int sizeY() {
    return maxY - minY + 1;
  }

  public int sizeZ() {
    return maxZ - minZ + 1;
  }

  /** Cells inside, as a long because an area of a whole world overflows an int. */
  public long cells() {
    return (long) sizeX() * sizeY() * sizeZ();
  }
}
