package ticklane.host.minestom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import net.minestom.server.instance.block.Block;
import net.minestom.server.item.Material;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import ticklane.core.Box;
import ticklane.core.EventKind;
import ticklane.host.minestom.entity.Body;
import ticklane.host.minestom.loot.Break;
import ticklane.host.minestom.loot.LootTables;

/** What explosions leave of blocks: the registry's loot tables and game rules. */
final class BlastDropsTest {
  private static Map<String, Integer> give(String state, float decay, int times) {
    Map<String, Integer> got = new TreeMap<>();
    SplittableRandom random = new SplittableRandom(1);
    Block block = Block.fromState(state);
    for (int i = 0; i < times; i++) {
      LootTables.get()
          .give(
              new Break(block, Block.AIR, Block.STONE, true, decay, random),
              (material, count) -> got.merge(material.key().value(), count, Integer::sum));
    }
    return got;
  }

  @ParameterizedTest
  @CsvSource({
    "stone, {cobblestone=1}",
    "grass_block, {dirt=1}",
    "glass, {}",
    "diamond_ore, {diamond=1}",
    "'oak_slab[type=double]', {oak_slab=2}",
    "'candle[candles=3]', {candle=3}",
    "'red_bed[part=foot]', {}",
    "'red_bed[part=head]', {red_bed=1}",
    "wall_torch, {torch=1}",
    "bookshelf, {book=3}",
    "clay, {clay_ball=4}",
    "chest, {chest=1}",
    "bedrock, {}"
  })
  void aBlockLeavesWhatItsTableSays(String state, String left) {
    assertThat(give(state, 0, 1)).hasToString(left);
  }

  /** The wiki's rates: 10 % flint, 2 to 4 glowstone dust, 5 % saplings, a leaf's sticks. */
  @Test
  void chanceInTablesHasTheirRates() {
    assertThat(give("gravel", 0, 20_000).get("flint")).isBetween(1850, 2150);
    assertThat(give("glowstone", 0, 10_000).get("glowstone_dust")).isBetween(29_500, 30_500);
    assertThat(give("oak_leaves", 0, 20_000).get("oak_sapling")).isBetween(900, 1100);
    // 3 tries at 4/7 beside the one that is sure.
    Map<String, Integer> wheat = give("wheat[age=7]", 0, 10_000);
    assertThat(wheat.get("wheat")).isEqualTo(10_000);
    assertThat(wheat.get("wheat_seeds")).isBetween(26_700, 27_700);
  }

  /** One in as many as the power is (wiki). */
  @ParameterizedTest
  @CsvSource({"stone, cobblestone, 1", "clay, clay_ball, 4", "oak_planks, oak_planks, 1"})
  void decayLeavesOneInAsManyAsThePower(String block, String item, int each) {
    int n = 9000;
    assertThat((double) give(block, 3, n).get(item) / n).isBetween(each * 0.31, each * 0.36);
  }

  @Test
  void everyTableIsUnderstood() {
    assertThatCode(LootTables::get).doesNotThrowAnyException();
    for (Block block : Block.values()) {
      assertThatCode(() -> give(block.state(), 4, 3)).doesNotThrowAnyException();
    }
  }

  private static TestGame onStone() {
    TestGame game = TestGame.flat();
    game.host.fillBlocks(new Box(-10, 50, -10, 10, 63, 10), game.block("stone"));
    return game;
  }

  private static List<Body> items(TestGame game) {
    return game.game.population().members().stream()
        .map(Body.class::cast)
        .filter(body -> body.count() > 0)
        .toList();
  }

  /** tnt_explosion_drop_decay is off: nothing is lost. */
  @Test
  void tntLeavesAnItemOfEachBlock() {
    TestGame game = onStone();
    game.tnt(0.5, 64, 0.5, 1);
    game.ticks(1);
    int broken = game.events(EventKind.EXPLOSION).get(0).a();
    List<Body> items = items(game);
    assertThat(items.stream().mapToInt(Body::count).sum()).isEqualTo(broken);
    assertThat(items).allMatch(item -> item.count() <= 16 && item.age() == 0);
    assertThat(items).allMatch(item -> item.item() == Material.COBBLESTONE.id());
    assertThat(items).hasSize((broken + 15) / 16);
  }

  /** mob_explosion_drop_decay is on: a third of what a creeper (power 3) breaks is left. */
  @Test
  void creepersLeaveAThird() {
    int broken = 0;
    int left = 0;
    for (int i = 0; i < 12; i++) {
      TestGame game = new TestGame(ticklane.host.minestom.world.WorldKind.FLAT, i);
      int id = game.host.spawn(TestGame.withNbt("creeper", "{ignited:1b,Fuse:1s}"));
      game.body(id).teleportTo(0.5, 64, 0.5);
      game.ticks(1);
      broken += game.events(EventKind.EXPLOSION).get(0).a();
      left += items(game).stream().mapToInt(Body::count).sum();
    }
    assertThat((double) left / broken).isBetween(0.27, 0.40);
  }

  @Test
  void itemsOfTheBlastItselfAreNotHurtByIt() {
    TestGame game = onStone();
    Body old = game.item("diamond", 1, 2.5, 64, 0.5);
    game.tnt(0.5, 64, 0.5, 1);
    game.ticks(1);
    assertThat(game.causes()).containsEntry(TestGame.id(old), "exploded");
    assertThat(items(game)).isNotEmpty();
  }

  /**
   * Chance of an explosion doesn't depend on what lives around it, nor on other explosions' drops.
   */
  @Test
  void whatLivesNearDoesNotChangeACrater() {
    int[] craters = new int[2];
    for (int crowded = 0; crowded < 2; crowded++) {
      TestGame game = onStone();
      game.tnt(0.5, 64, 0.5, 2);
      for (int i = 0; i < 20 * crowded; i++) {
        game.spawn("pig", 3.5, 64, 0.5 + 0.01 * i);
      }
      game.ticks(2);
      int hash = 0;
      for (TestGame.Row row : game.events(EventKind.BLOCK_CHANGE)) {
        hash += row.pos().hashCode();
      }
      craters[crowded] = 31 * hash + items(game).stream().mapToInt(Body::count).sum();
    }
    assertThat(craters[0]).isEqualTo(craters[1]);
  }
}
