package ticklane.stub.game;

/** The stand-in's server, seen without a name of the game. */
public interface Ticking {

  /** One call of the game's server tick. */
  void stubTick();

  /** From now on the server is paused because nobody is on it: ticks return early. */
  void stubPause(boolean paused);
}
