package ticklane.core;

/**
 * An entity to create, exactly as stated. Empty strings and -1 mean "not given".
 *
 * @param type entity type, with or without namespace
 * @param fuse ticks to the explosion, TNT only
 * @param block block state, falling blocks only
 * @param item item id, items only
 * @param count size of the item stack
 * @param nbt SNBT compound for what has no argument of its own
 */
public record SpawnRequest(
    String type,
    double x,
    double y,
    double z,
    double vx,
    double vy,
    double vz,
    float yaw,
    float pitch,
    String tag,
    int fuse,
    String block,
    String item,
    int count,
    String nbt) {}
