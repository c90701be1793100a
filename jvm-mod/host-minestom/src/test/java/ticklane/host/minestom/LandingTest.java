package ticklane.host.minestom;

import static org.assertj.core.api.Assertions.assertThat;

import net.minestom.server.coordinate.Vec;
import org.junit.jupiter.api.Test;
import ticklane.core.EventKind;
import ticklane.core.SpawnRequest;
import ticklane.host.minestom.entity.Body;

final class LandingTest {

  @Test
  void sandBecomesTheBlockOnTopOfTheGround() {
    TestGame game = TestGame.flat();
    Body sand = game.sand(3.4, 80, -5.2);
    game.ticks(60);
    assertThat(sand.isRemoved()).isTrue();
    assertThat(game.host.block(3, 64, -6)).isEqualTo(game.block("sand"));
    assertThat(game.causes()).containsEntry(sand.number(), "landed");
    TestGame.Row gone = game.events(EventKind.ENTITY_REMOVE).get(0);
    assertThat(gone.pos().y()).isEqualTo(64.0);
    assertThat(gone.v1().y()).as("the velocity it came with").isLessThan(-0.5);
    TestGame.Row change = game.events(EventKind.BLOCK_CHANGE).get(0);
    assertThat(change.pos()).isEqualTo(new Vec(3, 64, -6));
    assertThat(change.b()).isEqualTo(game.block("sand"));
    assertThat(change.order()).isLessThan(gone.order());
  }

  @Test
  void sandPilesUp() {
    TestGame game = TestGame.flat();
    game.sand(0.5, 70, 0.5);
    game.sand(0.5, 75, 0.5);
    game.ticks(60);
    assertThat(game.host.block(0, 64, 0)).isEqualTo(game.block("sand"));
    assertThat(game.host.block(0, 65, 0)).isEqualTo(game.block("sand"));
  }

  @Test
  void sandThatFallsOnASlabBecomesAnItem() {
    TestGame game = TestGame.flat();
    game.host.setBlock(0, 64, 0, game.block("stone_slab[type=bottom]"), true);
    Body sand = game.sand(0.5, 70, 0.5);
    game.ticks(40);
    assertThat(game.causes()).containsEntry(sand.number(), "landed");
    assertThat(game.host.block(0, 64, 0)).isEqualTo(game.block("stone_slab[type=bottom]"));
    assertThat(game.events(EventKind.ENTITY_SPAWN)).hasSize(2);
  }

  @Test
  void restsExactlyOnTheFaceItMeets() {
    TestGame game = TestGame.flat();
    Body tnt = game.tnt(0.5, 80, 0.5, 1000);
    Body slabbed = game.tnt(10.5, 80, 0.5, 1000);
    game.host.setBlock(10, 64, 0, game.block("stone_slab[type=bottom]"), true);
    Body fenced = game.tnt(20.5, 80, 0.5, 1000);
    game.host.setBlock(20, 64, 0, game.block("oak_fence"), true);
    game.ticks(100);
    assertThat(tnt.y).isEqualTo(64.0);
    assertThat(tnt.isOnGround()).isTrue();
    assertThat(tnt.vy).isZero();
    assertThat(slabbed.y).isEqualTo(64.5);
    assertThat(fenced.y).isEqualTo(65.5);
  }

  @Test
  void fallsOnWhenTheBlockBelowIsTakenAway() {
    TestGame game = TestGame.flat();
    Body item = game.item("diamond", 1, 0.5, 65, 0.5);
    game.ticks(50);
    assertThat(item.y).isEqualTo(64.0);
    game.host.setBlock(0, 63, 0, 0, true);
    game.ticks(30);
    assertThat(item.y).isEqualTo(63.0);
  }

  @Test
  void wallsStopTheAxisTheyStandOn() {
    TestGame game = TestGame.flat();
    game.host.fillBlocks(new ticklane.core.Box(5, 64, -5, 5, 70, 5), game.block("stone"));
    Body tnt = game.tnt(0.5, 66, 0.5, 1000);
    tnt.setMotion(2, 0, 0.1);
    game.ticks(4);
    assertThat(tnt.x).isEqualTo(5 - 0.98 / 2);
    assertThat(tnt.vx).isZero();
    assertThat(tnt.vz).isPositive();
  }

  @Test
  void fastThingsDoNotTunnel() {
    TestGame game = TestGame.flat();
    Body tnt = game.tnt(0.5, 300, 0.5, 1000);
    tnt.setMotion(0, -500, 0);
    game.ticks(1);
    assertThat(tnt.y).isEqualTo(64.0);
  }

  @Test
  void whatFallsOutOfTheWorldIsGone() {
    TestGame game = TestGame.empty();
    Body item = game.item("diamond", 1, 0.5, -60, 0.5);
    Body off = game.item("diamond", 1, 207, 100, 0.5);
    off.setMotion(1, 0, 0);
    game.ticks(100);
    assertThat(game.causes())
        .containsEntry(item.number(), "void")
        .containsEntry(off.number(), "unloaded");
    assertThat(game.host.removal(item.number()))
        .contains("\"type\":\"minecraft:item\"", "\"cause\":\"void\"");
  }

  @Test
  void anArrowSticksAndASnowballBreaks() {
    TestGame game = TestGame.flat();
    Body arrow = game.spawn("arrow", 0.5, 66, 0.5, 0.3, 0, 0);
    Body ball = game.spawn("snowball", 0.5, 66, 5.5, 0.3, 0, 0);
    game.ticks(40);
    assertThat(arrow.isOnGround()).isTrue();
    assertThat(arrow.y).isBetween(64.0, 64.05);
    assertThat(game.causes()).containsEntry(ball.number(), "landed");
    game.ticks(1200);
    assertThat(game.causes()).containsEntry(arrow.number(), "despawned");
  }

  @Test
  void aWeightlessThingStaysWhereItIs() {
    TestGame game = TestGame.flat();
    int id =
        game.host.spawn(
            new SpawnRequest(
                "tnt", 0, 100, 0, 0, 0, 0, 0, 0, "", 1000, "", "", -1, "{NoGravity:1b}"));
    game.ticks(20);
    assertThat(game.body(id).y).isEqualTo(100.0);
  }

  /** What flies above all blocks isn't looked after block by block; that must not outlast them. */
  @Test
  void blocksThatAreSetInTheWayOfWhatFliesAboveEverythingStopIt() {
    TestGame game = TestGame.empty();
    Body set = game.tnt(0.5, 300, 0.5, 1000);
    Body filled = game.tnt(40.5, 300, 0.5, 1000);
    Body shot = game.spawn("arrow", 80.5, 300, 0.5);
    game.ticks(3);
    game.host.setBlock(0, 280, 0, game.block("stone"), true);
    game.host.fillBlocks(new ticklane.core.Box(40, 250, 0, 40, 250, 0), game.block("stone"));
    game.host.fillBlocks(new ticklane.core.Box(80, 250, 0, 80, 250, 0), game.block("cobweb"));
    game.ticks(80);
    assertThat(set.y).isEqualTo(281.0);
    assertThat(filled.y).isEqualTo(251.0);
    assertThat(game.causes()).containsEntry(shot.number(), "unmodelled");
  }
}
