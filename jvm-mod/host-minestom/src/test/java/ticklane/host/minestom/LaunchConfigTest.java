package ticklane.host.minestom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import ticklane.host.minestom.world.WorldKind;

final class LaunchConfigTest {

  private static LaunchConfig read(String json) {
    return LaunchConfig.read(JsonParser.parseString(json).getAsJsonObject());
  }

  @Test
  void keepsAllBitsOfASeed() {
    LaunchConfig config =
        read(
            "{\"world\":\"void\",\"seed\":-9223372036854775807,\"pace\":\"sprint\","
                + "\"frozen\":true,\"mc_port\":-1}");
    assertThat(config)
        .isEqualTo(new LaunchConfig(WorldKind.VOID, -9223372036854775807L, true, true, -1, 300));
    assertThat(read("{}")).isEqualTo(new LaunchConfig(WorldKind.FLAT, 0, false, false, 0, 300));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"world\":\"nether\"} | flat and void",
        "{\"pace\":\"fast\"} | realtime or sprint",
        "{\"mc_port\":70000} | mc_port",
        "{\"seed\":1.5} | whole number",
        "{\"frozen\":\"yes\"} | true or false",
      })
  void namesTheKeyThatIsWrong(String json, String hint) {
    assertThatThrownBy(() -> read(json)).hasMessageContaining(hint);
  }
}
