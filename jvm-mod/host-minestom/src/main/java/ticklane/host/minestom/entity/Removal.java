package ticklane.host.minestom.entity;

/** What became of an entity. */
public record Removal(String type, long tick, Cause cause, double x, double y, double z) {}
