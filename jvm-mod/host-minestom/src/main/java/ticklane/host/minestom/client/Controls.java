package ticklane.host.minestom.client;

/** What the client's player is asked to do: keys that are held, and what is done once. */
final class Controls {
  double forward;
  double left;
  boolean sprint;
  boolean sneak;
  boolean jump;
  boolean attack;
  boolean use;

  /** What was asked to be done once is done. */
  void done() {
    jump = false;
    attack = false;
    use = false;
  }
}
