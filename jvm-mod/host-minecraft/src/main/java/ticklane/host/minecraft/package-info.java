/** The real game as core sees it: no class of the game at compile time. */
package ticklane.host.minecraft;
