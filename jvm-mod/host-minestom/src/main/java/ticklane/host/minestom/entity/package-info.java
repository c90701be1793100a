/** What lives in the world: one class for each way of moving, and the list that ticks them. */
package ticklane.host.minestom.entity;
