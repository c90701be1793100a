package ticklane.core;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The last of what a process has said past its script's lines: C libraries, crash reports. */
final class ErrorTail implements Runnable {
  private static final int KEPT = 8_192;
  private static final long AWAITED_MS = 300;

  private final InputStream in;
  private final CountDownLatch over = new CountDownLatch(1);
  private final byte[] ring = new byte[KEPT];
  private long total;

  ErrorTail(InputStream in) {
    this.in = in;
  }

  @Override
  public void run() {
    byte[] got = new byte[KEPT];
    try (in) {
      for (int n = in.read(got); n >= 0; n = in.read(got)) {
        synchronized (this) {
          for (int i = 0; i < n; i++) {
            ring[(int) (total++ % KEPT)] = got[i];
          }
        }
      }
    } catch (IOException e) {
      // The process is gone.
    } finally {
      over.countDown();
    }
  }

  /** Waits for the end of what was said, shortly. */
  void await() {
    try {
      over.await(AWAITED_MS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  synchronized String text() {
    int n = (int) Math.min(total, KEPT);
    byte[] out = new byte[n];
    for (int i = 0; i < n; i++) {
      out[i] = ring[(int) ((total - n + i) % KEPT)];
    }
    return new String(out, StandardCharsets.UTF_8);
  }
}
