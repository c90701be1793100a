/** What broken blocks leave behind. */
package ticklane.host.minestom.loot;
