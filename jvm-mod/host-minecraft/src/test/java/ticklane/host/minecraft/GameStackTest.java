package ticklane.host.minecraft;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class GameStackTest {
  private static final Path NEWER = Path.of("home", "jep-4.3.2-cp313");
  private static final Path OLDER = Path.of("home", "jep-4.3.2-cp312");

  @Test
  void theLastArgumentCountsInWhateverUnit() {
    assertThat(GameStack.of(List.of("-Xmx4G")).mib()).isEqualTo(1);
    assertThat(GameStack.of(List.of("-Xss512k", "-Xss8m")).mib()).isEqualTo(8);
    assertThat(GameStack.of(List.of("-Xss8M", "-XX:ThreadStackSize=2048")).mib()).isEqualTo(2);
    assertThat(GameStack.of(List.of("-Xss16777216")).mib()).isEqualTo(16);
    assertThat(GameStack.of(List.of("-Xss1g"))).hasToString("-Xss1g");
  }

  @Test
  void aSmallStackIsRefusedToAPythonThatRecursesFar() {
    assertThat(GameStack.of(List.of()).problem(NEWER)).get().asString().contains("-Xss8m", "3.12");
    assertThat(GameStack.of(List.of()).problem(OLDER)).isEmpty();
    assertThat(GameStack.of(List.of("-Xss8m")).problem(NEWER)).isEmpty();
  }
}
