package ticklane.host.minestom;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import ticklane.core.CommandResult;
import ticklane.core.EventKind;
import ticklane.core.NameTable;
import ticklane.host.minestom.command.CommandSource;
import ticklane.host.minestom.entity.Body;

final class CommandsTest {
  private final TestGame game = TestGame.flat();

  private CommandResult run(String line) {
    return game.host.command(line);
  }

  private CommandResult ok(String line) {
    CommandResult result = run(line);
    assertThat(result.understood).as(result.text).isTrue();
    assertThat(result.ok).as(result.text).isTrue();
    return result;
  }

  private Body only() {
    assertThat(game.game.population().members()).hasSize(1);
    return (Body) game.game.population().members().get(0);
  }

  @Test
  void summonsExactlyWhatIsWritten() {
    assertThat(ok("/summon tnt 1 70 -2 {fuse:40,Motion:[0.1,0.2d,0.0],Tags:[a,b]}").count)
        .isEqualTo(1);
    Body tnt = only();
    assertThat(new double[] {tnt.x, tnt.y, tnt.z}).containsExactly(1.5, 70, -1.5);
    assertThat(new double[] {tnt.vx, tnt.vy, tnt.vz}).containsExactly(0.1, 0.2, 0);
    assertThat(tnt.fuse()).isEqualTo(40);
    assertThat(tnt.tags()).containsExactly("a", "b");
  }

  @Test
  void summonsBlocksAndItemsFromNbt() {
    ok(
        "summon falling_block ~ ~5 ~ {BlockState:{Name:\"minecraft:oak_stairs\","
            + "Properties:{facing:\"east\"}}}");
    assertThat(Names.block(only().block())).contains("oak_stairs[facing=east");
    ok("kill @e");
    ok("summon item 0.25 65 0 {Item:{id:\"minecraft:diamond\",count:3}}");
    assertThat(only().count()).isEqualTo(3);
    assertThat(only().x).isEqualTo(0.25);
  }

  @Test
  void givesOnlyWhatThereIsToWhoIsThere() {
    assertThat(run("give @a stone").text).isEqualTo("No player was found for @a");
    assertThat(run("give @a stoen").text).contains("no item 'stoen': did you mean");
    assertThat(run("give @a stone 0").understood).isFalse();
    assertThat(run("give @a").text).contains("the item is missing");
  }

  @Test
  void readsTheDataOfAnEntity() {
    ok("summon tnt 1 70 -2 {fuse:40,Motion:[0.1,0.25,0.0],Tags:[a,b]}");
    assertThat(ok("data get entity @e[type=tnt,limit=1] Motion").text)
        .endsWith("has the following entity data: [0.1d,0.25d,0.0d]");
    assertThat(ok("data get entity @e[limit=1] Motion[1] 1000").count).isEqualTo(250);
    assertThat(ok("data get entity @e[limit=1] Pos[-1]").text).endsWith("data: -1.5d");
    assertThat(ok("data get entity @e[limit=1] fuse").count).isEqualTo(40);
    assertThat(ok("data get entity @e[limit=1] Tags").count).isEqualTo(2);
    assertThat(ok("data get entity @e[limit=1]").text).contains("NoGravity:0b", "UUID:[I;");
    assertThat(run("data get entity @e[limit=1] Motion[3]").ok).isFalse();
    assertThat(run("data get entity @e[limit=1] Wings").text).contains("no elements matching");
    assertThat(run("data get entity @e[type=zombie]").text).contains("No entity");
    assertThat(run("data get block 0 0 0").understood).isFalse();
    ok("summon falling_block 0 80 0 {BlockState:{Name:\"oak_stairs\"}}");
    assertThat(run("data get entity @e").text).contains("/data takes one");
    assertThat(ok("data get entity @e[type=falling_block,limit=1] BlockState.Name").text)
        .endsWith("data: \"minecraft:oak_stairs\"");
  }

  @Test
  void changesTheDataOfAnEntityAndSaysSoAsAnImpulse() {
    ok("summon tnt 0 70 0 {fuse:40,Tags:[old]}");
    ok("data merge entity @e[limit=1] {Motion:[1.5,0.0,0.0],fuse:7s,Tags:[new],NoGravity:1b}");
    Body tnt = only();
    assertThat(tnt.vx).isEqualTo(1.5);
    assertThat(tnt.fuse()).isEqualTo(7);
    assertThat(tnt.tags()).containsExactly("new");
    assertThat(tnt.isWeightless()).isTrue();
    game.drain();
    TestGame.Row push = game.events(EventKind.IMPULSE).get(0);
    assertThat(game.host.name(NameTable.CAUSE, push.c())).isEqualTo("command");
    assertThat(push.v2().x()).isEqualTo(1.5);
    assertThat(run("data merge entity @e[limit=1] {explosion_power:9}").text)
        .contains("can't be changed");
    assertThat(run("data merge entity @e[limit=1] {Wings:2}").text).contains("does nothing with");
    assertThat(run("data merge entity @e[limit=1] {Motion:").text).contains("can't be read");
  }

  @Test
  void setsAndFillsBlocks() {
    ok("setblock 1 65 1 minecraft:stone");
    assertThat(game.host.block(1, 65, 1)).isEqualTo(game.block("stone"));
    assertThat(run("setblock 1 65 1 stone").ok).isFalse();
    assertThat(run("setblock 1 65 1 dirt keep").ok).isFalse();
    assertThat(ok("fill ~-1 70 ~-1 ~1 72 ~1 glass hollow").count).isEqualTo(26);
    assertThat(game.host.block(0, 71, 0)).isZero();
    assertThat(ok("fill -1 70 -1 1 72 1 stone replace glass").count).isEqualTo(26);
    assertThat(run("fill 0 0 0 100 60 100 stone").text).contains("Too many blocks");
    assertThat(run("fill -1 70 -1 1 72 1 glass replace gold_block").ok).isFalse();
  }

  @Test
  void selectsByTypeTagDistanceAndOrder() {
    for (int i = 0; i < 5; i++) {
      ok("summon zombie " + (10 * i) + " 64 0 {Tags:[z" + i + "]}");
    }
    ok("summon tnt 3 64 3 {fuse:1000}");
    assertThat(ok("kill @e[type=zombie,sort=furthest,limit=1]").count).isEqualTo(1);
    assertThat(ok("kill @e[tag=z0]").count).isEqualTo(1);
    assertThat(ok("kill @e[type=!tnt, distance=..11]").count).isEqualTo(1);
    assertThat(ok("kill @e[type=zombie,x=15,y=60,z=-5,dx=10,dy=10,dz=10]").count).isEqualTo(1);
    assertThat(ok("kill @e[type=zombie]").count).isEqualTo(1);
    assertThat(run("kill @e[type=zombie]").ok).isFalse();
    assertThat(game.causes()).isEmpty();
    game.ticks(1);
    assertThat(game.causes().values()).containsOnly("command");
  }

  @Test
  void teleports() {
    ok("summon zombie 0 64 0");
    ok("tp @e[type=zombie] 5.25 70 -5 90 10");
    Body zombie = only();
    assertThat(new double[] {zombie.x, zombie.y, zombie.z}).containsExactly(5.25, 70, -4.5);
    assertThat(zombie.yaw).isEqualTo(90f);
    ok("summon tnt 20 64 20 {fuse:1000}");
    ok("teleport @e[type=zombie] @e[type=tnt,limit=1]");
    assertThat(zombie.x).isEqualTo(20.5);
    assertThat(run("tp @e 5000 64 0").text).contains("not loaded");
  }

  @Test
  void drivesTheClock() {
    ok("tick freeze");
    assertThat(game.host.clock().frozen()).isTrue();
    ok("tick step 5");
    assertThat(game.host.clock().state()).isEqualTo("stepping");
    ok("tick stop");
    ok("tick unfreeze");
    ok("tick sprint 2s");
    assertThat(game.host.clock().state()).isEqualTo("sprinting");
    ok("tick rate 40");
    assertThat(ok("tick query").text).contains("40.0 ticks per second");
    assertThat(run("tick rate 0").ok).isFalse();
    assertThat(run("tick dance").understood).isFalse();
  }

  @Test
  void tellsAndSetsTheTime() {
    ok("time set noon");
    assertThat(ok("time query daytime").count).isEqualTo(6000);
    ok("time add 100");
    assertThat(ok("time query daytime").count).isEqualTo(6100);
  }

  @Test
  void reseedsTheWorld() {
    ok("random reset * 99");
    long first = game.game.population().random().nextLong();
    ok("random reset * 99");
    assertThat(game.game.population().random().nextLong()).isEqualTo(first);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "summn zombie | did you mean summon",
        "summon zombi | minecraft:zombie",
        "summon tnt 0 64 | z is missing",
        "setblock 0 64 0 ston | minecraft:stone",
        "kill @x | @e @a @p",
        "kill @e[colour=red] | type, limit",
        "tick | the action is missing",
        "fill 0 64 0 1 65 1 | the block is missing",
        "summon tnt 0 64 0 {fuse:1 | left open",
        "time set later | no coordinate",
      })
  void saysWhatIsWrongWithALine(String line, String hint) {
    CommandResult result = run(line);
    assertThat(result.understood).as(result.text).isFalse();
    assertThat(result.ok).isFalse();
    assertThat(result.text).contains(hint);
  }

  @Test
  void whoHasNoRightsMayOnlyAsk() {
    CommandSource guest = new CommandSource("guest", null, 0);
    assertThat(game.game.commands().run(guest, "kill @e").text).contains("permission level 2");
    assertThat(game.game.commands().run(guest, "stop").ok).isFalse();
    assertThat(game.game.commands().run(guest, "tick freeze").ok).isFalse();
    assertThat(game.game.commands().run(guest, "tick query").ok).isTrue();
    assertThat(game.game.commands().run(guest, "help").text).isEqualTo("/help");
  }
}
