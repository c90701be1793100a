/** The game-independent half: lanes, gate, board, watchdog, control server and output store. */
package ticklane.core;
