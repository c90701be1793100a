/** What the stand-in's generated classes call: no name of the game in it. */
package ticklane.stub.game;
