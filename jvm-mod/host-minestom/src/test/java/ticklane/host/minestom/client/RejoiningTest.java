package ticklane.host.minestom.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RejoiningTest {
  private static final long S = TimeUnit.SECONDS.toNanos(1);

  @Test
  void itTriesLessAndLessOftenAndGivesUpAfterTheWait() {
    Rejoining rejoining = new Rejoining(Duration.ofSeconds(30), 0);
    rejoining.lost(100 * S);
    long last = 100 * S;
    long longest = 0;
    int tries = 0;
    while (rejoining.over(rejoining.nextTry()).isEmpty()) {
      assertThat(rejoining.nextTry()).isGreaterThan(last);
      longest = Math.max(longest, rejoining.nextTry() - last);
      last = rejoining.nextTry();
      rejoining.failed(last);
      tries++;
    }
    assertThat(tries).isBetween(10, 40);
    assertThat(longest).isEqualTo(2 * S);
    assertThat(rejoining.nextTry()).isEqualTo(130 * S);
    assertThat(rejoining.over(130 * S)).isEqualTo("not back in 30 s");
    assertThat(rejoining.left(110 * S)).isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void lostAgainAndAgainItIsGivenUpUnlessItHadLasted() {
    Rejoining rejoining = new Rejoining(Duration.ofSeconds(30), 0);
    long now = 100 * S;
    for (int i = 1; i < Rejoining.MOST_LOSSES; i++) {
      rejoining.lost(now);
      assertThat(rejoining.over(now)).isEmpty();
      now = rejoining.nextTry();
      rejoining.joined(now);
    }
    now += 10 * S;
    for (int i = 1; i < Rejoining.MOST_LOSSES; i++) {
      rejoining.lost(now);
      assertThat(rejoining.over(now)).isEmpty();
      now = rejoining.nextTry();
      rejoining.joined(now);
    }
    rejoining.lost(now);
    assertThat(rejoining.over(now)).isEqualTo("lost 8 times in a row");
    rejoining.settled();
    assertThat(rejoining.over(now)).isEmpty();
  }
}
