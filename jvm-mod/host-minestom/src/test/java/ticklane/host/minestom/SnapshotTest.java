package ticklane.host.minestom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import ticklane.core.AreaSnapshot;
import ticklane.core.Box;
import ticklane.core.EventKind;
import ticklane.core.HostException;
import ticklane.host.minestom.entity.Body;
import ticklane.host.minestom.entity.Cause;
import ticklane.host.minestom.entity.Population;

final class SnapshotTest {
  private static final Box AREA = new Box(-16, -64, -16, 15, 119, 15);

  /** One of each kind, in the midst of what it does. */
  private static void populate(TestGame game) {
    game.host.fillBlocks(new Box(-10, 64, -10, 10, 64, 10), game.block("stone"));
    game.host.setBlock(3, 65, 3, game.block("tnt"), true);
    game.tnt(0.5, 65, 0.5, 30);
    game.spawn("falling_block", 4.5, 90, 0.5, 0.1, 0, 0);
    game.item("diamond", 3, -4.5, 70, 0.5);
    game.item("diamond", 2, -4.2, 65, 0.5);
    game.spawn("experience_orb", -6.5, 80, 2.5);
    game.spawn("zombie", 2.5, 66, -3.5, 0.2, 0.42, 0);
    game.spawn("arrow", -3.5, 75, -3.5, 0.5, 0, 0.1);
    game.spawn("arrow", 6.5, 65.4, -6.5, 0, -1, 0);
    game.spawn("snowball", 1.5, 100, 1.5, 0, 0.5, 0);
    game.spawn("minecart", 7.5, 80, 7.5, 0.3, 0, 0);
    withoutGravity(game, "creeper", "ignited:1b", 12.5, 80, -12.5);
    withoutGravity(game, "tnt_minecart", "fuse:40", 12.5, 90, 12.5);
    withoutGravity(game, "end_crystal", "Tags:[\"crystal\"]", -12.5, 90, 12.5);
    game.ticks(7);
  }

  private static void withoutGravity(
      TestGame game, String type, String nbt, double x, double y, double z) {
    int id = game.host.spawn(TestGame.withNbt(type, "{NoGravity:1b,%s}".formatted(nbt)));
    game.body(id).teleportTo(x, y, z);
  }

  private static String state(Body body) {
    return String.join(
        " ",
        body.getUuid().toString(),
        body.getEntityType().name(),
        body.x + " " + body.y + " " + body.z + " " + body.vx + " " + body.vy + " " + body.vz,
        body.yaw + " " + body.pitch + " " + body.age() + " " + body.isOnGround(),
        body.fuse() + " " + body.count() + " " + body.item() + " " + body.block(),
        body.health() + " " + body.tags() + " " + body.isWeightless());
  }

  private static List<String> states(TestGame game) {
    return game.game.population().members().stream().map(one -> state((Body) one)).toList();
  }

  /** Everything that can be told of a hundred ticks, but ids. */
  private static List<String> hundredTicks(TestGame game) {
    game.drain();
    game.events.clear();
    List<String> told = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      game.ticks(1);
      told.addAll(states(game));
    }
    for (TestGame.Row row : game.events) {
      String vectors = row.pos() + " " + row.v1() + " " + row.v2();
      told.add(row.kind() + " " + row.a() + " " + row.c() + " " + vectors + " " + row.value());
    }
    return told;
  }

  @Test
  void aRestoredAreaHoldsTheSameStateInTheSameOrder() {
    TestGame game = TestGame.empty();
    populate(game);
    game.body(Population.idOf(game.game.population().members().get(0))).addTag("mine");
    List<String> before = states(game);
    AreaSnapshot saved = game.host.snapshot(AREA);
    game.ticks(60);
    assertThat(states(game)).isNotEqualTo(before);
    game.host.restore(saved);
    assertThat(states(game)).isEqualTo(before);
    assertThat(game.host.block(3, 65, 3)).isEqualTo(game.block("tnt"));
  }

  @Test
  void whatFollowsIsTheSameEachTime() {
    TestGame game = TestGame.empty();
    populate(game);
    AreaSnapshot saved = game.host.snapshot(AREA);
    game.host.reseed(-1);
    List<String> first = hundredTicks(game);
    assertThat(first).filteredOn(line -> line.startsWith("EXPLOSION")).hasSizeGreaterThan(3);
    for (int i = 0; i < 2; i++) {
      game.host.restore(saved);
      game.host.reseed(-1);
      assertThat(hundredTicks(game)).isEqualTo(first);
    }
    game.host.restore(saved);
    game.host.reseed(5);
    assertThat(hundredTicks(game)).isNotEqualTo(first);
  }

  @Test
  void whatLeftTheAreaComesBackAndWhatWasBornInItGoes() {
    TestGame game = TestGame.empty();
    Body leaver = game.spawn("snowball", 14.5, 100, 0.5, 2, 0, 0);
    Body outside = game.spawn("armor_stand", 40.5, 100, 0.5);
    AreaSnapshot saved = game.host.snapshot(AREA);
    game.ticks(5);
    assertThat(leaver.x).isGreaterThan(16);
    Body born = game.spawn("snowball", 0.5, 100, 0.5);
    Body bornOutside = game.spawn("armor_stand", 50.5, 100, 0.5);
    double fallen = outside.y;
    game.host.restore(saved);
    game.drain();
    assertThat(game.causes())
        .containsEntry(leaver.number(), "script")
        .containsEntry(born.number(), "script")
        .doesNotContainKeys(outside.number(), bornOutside.number());
    assertThat(outside.y).isEqualTo(fallen);
    List<String> uuids =
        game.game.population().members().stream().map(one -> one.getUuid().toString()).toList();
    assertThat(uuids)
        .containsExactly(
            outside.getUuid().toString(),
            bornOutside.getUuid().toString(),
            leaver.getUuid().toString());
    Body again = (Body) game.game.population().members().get(2);
    assertThat(again.x).isEqualTo(14.5);
    assertThat(again.number()).isNotEqualTo(leaver.number());
  }

  @Test
  void anAreaAtRestIsPutBackWithoutAnImpulse() {
    TestGame game = TestGame.flat();
    game.item("diamond", 1, 0.5, 64, 0.5);
    game.spawn("zombie", 3.5, 64, 0.5);
    game.ticks(60);
    AreaSnapshot saved = game.host.snapshot(AREA);
    game.host.restore(saved);
    game.drain();
    game.events.clear();
    game.ticks(20);
    assertThat(game.events(EventKind.IMPULSE)).isEmpty();
  }

  @Test
  void uuidsOfTheLivingDontComeAgain() {
    TestGame game = TestGame.empty();
    game.host.reseed(1);
    Body first = game.spawn("snowball", 0.5, 100, 0.5);
    game.host.reseed(1);
    Body second = game.spawn("snowball", 1.5, 100, 0.5);
    assertThat(second.getUuid()).isNotEqualTo(first.getUuid());
    game.game.population().remove(first, Cause.SCRIPT, -1);
    game.host.reseed(1);
    assertThat(game.spawn("snowball", 1.5, 100, 0.5).getUuid()).isEqualTo(first.getUuid());
  }

  @Test
  void anUnloadedAreaIsRefused() {
    TestGame game = TestGame.empty();
    assertThatThrownBy(() -> game.host.snapshot(new Box(190, 60, 0, 220, 70, 5)))
        .isInstanceOf(HostException.class)
        .hasMessageContaining("not loaded");
    assertThatThrownBy(() -> game.host.snapshot(new Box(0, 300, 0, 5, 330, 5)))
        .isInstanceOf(HostException.class)
        .hasMessageContaining("outside the world");
  }
}
