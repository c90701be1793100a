/** A stand-in for the game, generated from facts about its names; for tests only. */
package ticklane.stub;
