package ticklane.bridge;

/** Stands in for the bridge: says what it is told. */
public final class Bridge {
  private Bridge() {}

  public static void serverTick(Object game) {
    System.out.println("tick " + game);
  }

  public static void childrenTick(Object game) {
    System.out.println("children " + game);
  }

  public static void childrenWoven(boolean woven) {
    System.out.println("woven " + woven);
  }
}
