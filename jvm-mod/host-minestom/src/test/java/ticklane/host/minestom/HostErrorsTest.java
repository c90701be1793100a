package ticklane.host.minestom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import ticklane.core.EntityColumns;
import ticklane.core.HostException;
import ticklane.core.Modification;
import ticklane.core.NameTable;
import ticklane.core.SpawnRequest;
import ticklane.host.minestom.entity.Body;

final class HostErrorsTest {
  private final TestGame game = TestGame.flat();

  private void refused(SpawnRequest request, String kind, String part) {
    assertThatThrownBy(() -> game.host.spawn(request))
        .isInstanceOf(HostException.class)
        .hasMessageContaining(part)
        .extracting("kind")
        .isEqualTo(kind);
    assertThat(game.game.population().members()).isEmpty();
  }

  @Test
  void whatCannotBeSpawnedIsRefusedWithTheReason() {
    refused(TestGame.at("creper", 0, 64, 0), HostException.UNKNOWN_NAME, "minecraft:creeper");
    refused(TestGame.at("oak_boat", 0, 64, 0), HostException.NOT_HERE, "it has falling_block");
    refused(TestGame.at("ghast", 0, 64, 0), HostException.NOT_HERE, "not modelled");
    refused(TestGame.at("player", 0, 64, 0), HostException.NOT_HERE, "not modelled");
    refused(TestGame.at("tnt", Double.NaN, 64, 0), HostException.BAD_VALUE, "finite");
    refused(TestGame.at("tnt", 1e9, 64, 0), HostException.BAD_VALUE, "outside");
    refused(TestGame.at("tnt", 900, 64, 0), HostException.UNLOADED, "-192 to 207");
    refused(TestGame.withNbt("item", ""), HostException.BAD_VALUE, "needs an item");
    refused(
        new SpawnRequest("zombie", 0, 64, 0, 0, 0, 0, 0, 0, "", 5, "", "", -1, ""),
        HostException.BAD_VALUE,
        "fuse is for tnt");
    refused(
        new SpawnRequest("falling_block", 0, 64, 0, 0, 0, 0, 0, 0, "", -1, "snd", "", -1, ""),
        HostException.UNKNOWN_NAME,
        "minecraft:sand");
    refused(
        new SpawnRequest("item", 0, 64, 0, 0, 0, 0, 0, 0, "", -1, "", "dirt", 0, ""),
        HostException.BAD_VALUE,
        "1 to 99");
    refused(
        new SpawnRequest(
            "tnt", 0, 64, 0, 0, 0, Double.POSITIVE_INFINITY, 0, 0, "", -1, "", "", -1, ""),
        HostException.BAD_VALUE,
        "velocity");
  }

  @Test
  void nbtThatWouldBeSwallowedIsRefused() {
    refused(TestGame.withNbt("tnt", "{Fusee:3}"), HostException.BAD_VALUE, "Fusee");
    refused(TestGame.withNbt("tnt", "{Motion:[11.0,0.0,0.0]}"), HostException.BAD_VALUE, "vel");
    refused(TestGame.withNbt("tnt", "{Motion:[1.0]}"), HostException.BAD_VALUE, "list of 3");
    refused(TestGame.withNbt("tnt", "fuse:3"), HostException.BAD_VALUE, "can't be read");
    refused(TestGame.withNbt("zombie", "{fuse:3}"), HostException.BAD_VALUE, "Health");
    refused(TestGame.withNbt("tnt", "{Tags:[\"a b\"]}"), HostException.BAD_VALUE, "one word");
  }

  @Test
  void igniteNeedsTnt() {
    assertThatThrownBy(() -> game.host.ignite(0, 63, 0, 80)).hasMessageContaining("grass_block");
  }

  private static ByteBuffer row(int id) {
    ByteBuffer rows =
        ByteBuffer.allocateDirect(2 * Modification.ROW_BYTES).order(ByteOrder.nativeOrder());
    return rows.putLong(0, 999_999_999).putLong(Modification.ROW_BYTES, id);
  }

  @Test
  void modifyDoesWhatItCanAndNamesWhoIsGone() {
    Body tnt = game.tnt(0.5, 64, 0.5, 500);
    ByteBuffer rows = row(tnt.number());
    rows.putDouble(Modification.ROW_BYTES + 8 + 32, 0.5);
    assertThatThrownBy(() -> game.host.modify(rows, 2, Modification.VELOCITY))
        .hasMessageContaining("999999999")
        .extracting("kind")
        .isEqualTo(HostException.GONE);
    assertThat(tnt.vy).isEqualTo(0.5);
    rows.putDouble(8, Double.NaN);
    assertThatThrownBy(() -> game.host.modify(rows, 2, Modification.POSITION))
        .extracting("kind")
        .isEqualTo(HostException.BAD_VALUE);
  }

  @Test
  void theTableHoldsWhatWasAskedForInSpawnOrder() {
    Body tnt =
        game.body(
            game.host.spawn(
                new SpawnRequest(
                    "tnt", 1, 70, 2, 0.1, 0.2, 0.3, 10, 20, "volley", 33, "", "", -1, "")));
    game.item("diamond", 7, 4, 65, 4);
    Body zombie = game.spawn("zombie", 8, 64, 8);
    EntityColumns columns = new EntityColumns();
    game.host.fill(columns);
    assertThat(columns.size()).isEqualTo(3);
    ByteBuffer buffer = columns.buffer();
    assertThat(buffer.getDouble(0)).isEqualTo(1);
    assertThat(buffer.getDouble(3 * 24 + 16)).isEqualTo(0.3);
    assertThat(buffer.getDouble(3 * 48)).isEqualTo(1 - 0.98 / 2);
    int longs = 3 * 136;
    assertThat(buffer.getLong(longs)).isEqualTo(tnt.number());
    assertThat(buffer.getLong(longs + 3 * 16)).as("fuse").isEqualTo(33);
    assertThat(buffer.getLong(longs + 3 * 24 + 8)).as("count").isEqualTo(7);
    assertThat(buffer.getDouble(3 * 96 + 3 * 32 + 16)).as("health").isEqualTo(20);
    int tags = buffer.getInt(3 * 184 + 3 * 12);
    assertThat(game.host.name(NameTable.TAG_SET, tags)).isEqualTo("volley");
    assertThat(game.host.code(NameTable.TAG_SET, "volley")).isEqualTo(tags);
    ByteBuffer ids = ByteBuffer.allocate(16).order(ByteOrder.nativeOrder());
    ids.putLong(0, zombie.number()).putLong(8, zombie.number());
    assertThat(game.host.remove(ids, 2)).isEqualTo(1);
    game.host.fill(columns);
    assertThat(columns.size()).isEqualTo(2);
    assertThat(game.host.removal(zombie.number())).contains("\"cause\":\"script\"");
    assertThat(game.host.removal(123_456_789)).isEmpty();
  }
}
