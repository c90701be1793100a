/** The embedded host: a Minestom server with its own tick loop, physics, commands and worlds. */
package ticklane.host.minestom;
