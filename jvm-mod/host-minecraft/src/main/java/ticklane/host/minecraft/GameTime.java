package ticklane.host.minecraft;

import ticklane.core.Advance;
import ticklane.core.GameClock;

/** The game's time, which is its own: it is watched here, and driven by its own commands. */
final class GameTime implements GameClock {
  private static final double USUAL_RATE = 20;
  private static final int KEPT = 100;

  private final double[] took = new double[KEPT];
  private int ticks;
  private long last;

  /** A tick is over. The server's thread. */
  synchronized void ticked(long now) {
    if (last != 0) {
      took[ticks++ % KEPT] = (now - last) / 1e6;
    }
    last = now;
  }

  @Override
  public String state() {
    return "running";
  }

  @Override
  public boolean sprinting() {
    return false;
  }

  @Override
  public boolean frozen() {
    return false;
  }

  @Override
  public double rate() {
    return USUAL_RATE;
  }

  @Override
  public long underWay() {
    return NONE;
  }

  @Override
  public long skipped() {
    return 0;
  }

  @Override
  public synchronized double[] lastTicksMs() {
    int n = Math.min(ticks, KEPT);
    double[] all = new double[n];
    for (int i = 0; i < n; i++) {
      all[i] = took[(ticks - n + i) % KEPT];
    }
    return all;
  }

  @Override
  public Advance advance() {
    return null;
  }

  @Override
  public Advance advance(long number) {
    return null;
  }

  @Override
  public void freeze() {
    throw refusal("freeze");
  }

  @Override
  public void unfreeze() {
    throw refusal("unfreeze");
  }

  @Override
  public Advance step(long howMany) {
    throw refusal("step " + howMany);
  }

  @Override
  public Advance sprint(long howMany) {
    throw refusal("sprint " + howMany);
  }

  @Override
  public boolean stop() {
    return false;
  }

  @Override
  public void rate(double ticksPerSecond) {
    throw refusal("rate " + ticksPerSecond);
  }

  private static IllegalStateException refusal(String what) {
    return new IllegalStateException(
        "this game drives its own time: run its command, tick " + what + " (from 1.20.3 on)");
  }
}
