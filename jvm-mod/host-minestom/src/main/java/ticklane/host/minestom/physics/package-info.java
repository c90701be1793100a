/** Movement against blocks, rays and explosions: the game's rules, on plain numbers. */
package ticklane.host.minestom.physics;
