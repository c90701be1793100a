/** The commands of the embedded host, in the game's syntax. */
package ticklane.host.minestom.command;
