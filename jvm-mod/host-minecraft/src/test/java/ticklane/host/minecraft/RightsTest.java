package ticklane.host.minecraft;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import ticklane.core.Authority;
import ticklane.core.Authority.Act;
import ticklane.core.Authority.Seat;
import ticklane.stub.GameVersion;
import ticklane.stub.Namespace;

/** Whose rights a lane has, by each version's own names. */
class RightsTest {
  @TempDir private static Path folder;

  static Stream<Arguments> everyGame() {
    return NamesTest.everyGame();
  }

  private static void set(Object owner, String field, boolean value) throws Exception {
    owner.getClass().getField(field).setBoolean(owner, value);
  }

  @ParameterizedTest
  @MethodSource("everyGame")
  void aServersOperatorMayAndAPlayerOnlyWithCheats(GameVersion version, Namespace names)
      throws Exception {
    try (URLClassLoader game = StubGames.loader(version, names, folder)) {
      Mappings mappings = StubGames.mappings(version, names, folder);
      Names resolved = Names.resolve(game, mappings, NamesTable.read());
      assertThat(resolved.has("rights")).isTrue();
      Object server = StubGames.server(game);
      assertThat(new Rights(server, resolved).authority()).isEqualTo(Authority.SERVER);
      set(server, "stubDedicated", false);
      Rights rights = new Rights(server, resolved);
      Authority player = rights.authority();
      assertThat(player.seat()).isEqualTo(Seat.SINGLE_PLAYER);
      assertThat(player.refusal(Act.SCRIPT)).contains("cheats off");
      assertThat(rights.authority()).isSameAs(player);
      Object list = Calls.call(resolved.handle("server.playerList"), server);
      set(list, "stubOp", true);
      assertThat(rights.authority().mayCheat()).isTrue();
      ((List<?>) Calls.call(resolved.handle("playerList.players"), list)).clear();
      assertThat(rights.authority().mayCheat()).as("before its owner has joined").isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("everyGame")
  void whatAVersionDoesNotTellIsNotAllowed(GameVersion version, Namespace names) throws Exception {
    try (URLClassLoader game = StubGames.loader(version, names, folder)) {
      Names none = Names.resolve(game, Mappings.NONE, List.of());
      Object server = StubGames.server(game);
      assertThat(new Rights(server, none).authority()).isEqualTo(Authority.SERVER);
      assertThat(new Rights("an integrated server", none).authority().mayCheat()).isFalse();
    }
  }
}
