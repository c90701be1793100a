/** Pictures of a world, drawn in software: blocks as boxes in map colours, entities as boxes. */
package ticklane.host.minestom.picture;
