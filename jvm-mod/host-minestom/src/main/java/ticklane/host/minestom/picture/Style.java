package ticklane.host.minestom.picture;

/**
 * How a face looks and what it belongs to.
 *
 * @param colour 0xRRGGBB, in full light
 * @param subject what its pixels show, as {@link Raster#subject} tells
 */
record Style(int colour, int subject) {}
