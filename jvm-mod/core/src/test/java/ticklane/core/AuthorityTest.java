package ticklane.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import ticklane.core.Authority.Act;
import ticklane.core.Authority.Seat;

/** Who may do what: a player gets nothing that the game doesn't give. */
class AuthorityTest {

  @ParameterizedTest
  @CsvSource({
    // seat, cheats, level: may cheat
    "SERVER,        false, 0, true",
    "SERVER,        true,  4, true",
    "NO_WORLD,      false, 0, true",
    "SINGLE_PLAYER, true,  0, true",
    "SINGLE_PLAYER, false, 0, false",
    "SINGLE_PLAYER, false, 2, false",
    "SINGLE_PLAYER, false, 3, true",
    "GUEST,         false, 0, false",
    "GUEST,         true,  0, false", // the world's setting is for its owner
    "GUEST,         true,  2, false",
    "GUEST,         false, 3, true",
    "GUEST,         false, 4, true",
  })
  void onlyWhoCouldCheatAnywayMay(Seat seat, boolean cheats, int level, boolean may) {
    Authority lane = new Authority(seat, false, cheats, level);
    Authority player = new Authority(seat, true, cheats, level);
    assertThat(lane.mayCheat()).isEqualTo(may);
    for (Act act : Act.values()) {
      assertThat(lane.refusal(act).isEmpty()).as("%s", act).isEqualTo(may);
    }
    assertThat(player.refusal(Act.CODE).isEmpty()).isEqualTo(may);
    assertThat(player.refusal(Act.SCRIPT)).isEmpty();
    assertThat(player.refusal(Act.COMMAND)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Act.class)
  void aRefusalSaysWhyAndWhatIsAllowed(Act act) {
    String guest = new Authority(Seat.GUEST, false, false, 1).refusal(act);
    assertThat(guest).contains("operator level 1, not 3").contains("vantage = \"client\"");
    String alone = new Authority(Seat.SINGLE_PLAYER, false, false, 0).refusal(act);
    assertThat(alone).contains("cheats off").doesNotContain("\n");
  }
}
