/**
 * The world's blocks: generated once, read and written by section, with the facts physics needs.
 */
package ticklane.host.minestom.world;
