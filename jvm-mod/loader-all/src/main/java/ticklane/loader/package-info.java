/**
 * What a mod loader or plugin server finds of Ticklane. Everything else is in jars inside this one,
 * opened in a loader of their own, so that no package of theirs meets the game's or another mod's.
 */
package ticklane.loader;
