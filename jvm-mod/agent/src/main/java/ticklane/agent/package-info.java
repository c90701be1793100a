/** Weaves the game's ticks and frames, and opens Ticklane's home. */
package ticklane.agent;
