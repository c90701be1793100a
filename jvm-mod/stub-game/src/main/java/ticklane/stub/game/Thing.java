package ticklane.stub.game;

/** An entity of the stand-in, seen without a name of the game. */
public interface Thing {
  int stubId();

  boolean stubGone();
}
