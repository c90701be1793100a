package ticklane.host.minestom.picture;

/**
 * An entity as a picture shows it: a box.
 *
 * @param colour 0xRRGGBB
 * @param block the block it is made of, whose colour it has; -1 for none
 * @param yaw where it looks, NaN for what has no front
 * @param eyes height of its eyes above its feet
 */
public record Figure(
    int id,
    String label,
    double x,
    double y,
    double z,
    double width,
    double height,
    double yaw,
    double eyes,
    int colour,
    int block) {}
