package ticklane.core;

/**
 * A picture that somebody wants. What isn't said is NaN and the source's to choose.
 *
 * @param camera eye, orbit, top or iso
 * @param x of what is looked at, or of the eye, as y and z
 * @param yaw degrees, 0 looks south
 * @param pitch degrees, 90 straight down
 * @param distance blocks from what an orbit looks at
 * @param span blocks that a top or iso picture is high
 * @param fov degrees that an eye or orbit picture is high
 * @param labels whether names stand over entities
 * @param buffers whether depths and ids are wanted, too
 * @param tick the picture shows the world not before it
 */
public record PictureRequest(
    String camera,
    double x,
    double y,
    double z,
    double yaw,
    double pitch,
    double distance,
    double span,
    double fov,
    int width,
    int height,
    boolean labels,
    boolean buffers,
    long tick) {}
