package ticklane.host.minestom.command;

import java.util.List;
import net.minestom.server.instance.block.Block;
import ticklane.core.Box;
import ticklane.core.CommandResult;
import ticklane.host.minestom.Game;
import ticklane.host.minestom.Names;
import ticklane.host.minestom.world.BlockStore;

/** setblock and fill. */
final class BlockCommands {
  /** Blocks a /fill may cover (the game's default; a script's own fill has no limit). */
  private static final long FILL_LIMIT = 32_768;

  private final BlockStore blocks;

  BlockCommands(Game game) {
    blocks = game.blocks();
  }

  List<Verb> verbs() {
    return List.of(
        new Verb(
            "setblock", 2, "<x> <y> <z> <block> [destroy|keep|replace|strict]", this::setBlock),
        new Verb(
            "fill",
            2,
            "<from x y z> <to x y z> <block> [destroy|hollow|keep|outline|strict|replace"
                + " [<filter>]]",
            this::fill));
  }

  private CommandResult setBlock(CommandSource source, Words words) {
    int[] at = Coordinates.block(words, source.position());
    int code = Names.blockOrThrow(words.next("the block"));
    String mode = words.hasNext() ? words.next("mode") : "replace";
    words.end();
    if (!List.of("destroy", "keep", "replace", "strict").contains(mode)) {
      throw CommandFailure.syntax("no mode '%s'".formatted(mode));
    }
    int old = blocks.code(at[0], at[1], at[2]);
    if (old == code || (mode.equals("keep") && !isAir(old))) {
      throw CommandFailure.failed("The block could not be set");
    }
    blocks.set(at[0], at[1], at[2], code);
    return Verb.done(1, "Changed the block at %d, %d, %d".formatted(at[0], at[1], at[2]));
  }

  private static boolean isAir(int code) {
    return Block.fromStateId(code).registry().isAir();
  }

  private CommandResult fill(CommandSource source, Words words) {
    int[] a = Coordinates.block(words, source.position());
    int[] b = Coordinates.block(words, source.position());
    int code = Names.blockOrThrow(words.next("the block"));
    String mode = words.hasNext() ? words.next("mode") : "replace";
    String filter = mode.equals("replace") && words.hasNext() ? words.next("filter") : "";
    words.end();
    Box box =
        new Box(
            Math.min(a[0], b[0]),
            Math.min(a[1], b[1]),
            Math.min(a[2], b[2]),
            Math.max(a[0], b[0]),
            Math.max(a[1], b[1]),
            Math.max(a[2], b[2]));
    blocks.check(box);
    if (box.cells() > FILL_LIMIT) {
      throw CommandFailure.failed(
          "Too many blocks in the area (maximum %d, given %d)".formatted(FILL_LIMIT, box.cells()));
    }
    int changed = fill(box, code, mode, filter);
    if (changed == 0) {
      throw CommandFailure.failed("No blocks were filled");
    }
    return Verb.done(changed, "Filled %d block%s".formatted(changed, changed == 1 ? "" : "s"));
  }

  private int fill(Box box, int code, String mode, String filter) {
    if (mode.equals("replace") && filter.isEmpty()) {
      return blocks.fill(box, code);
    }
    int only = filter.isEmpty() ? -1 : Names.blockOrThrow(filter);
    int onlyId = only < 0 ? -1 : Block.fromStateId(only).id();
    boolean anyState = filter.indexOf('[') < 0;
    return switch (mode) {
      case "destroy", "strict" -> blocks.fill(box, code);
      case "replace" ->
          each(
              box,
              (old, edge) ->
                  (anyState ? Block.fromStateId(old).id() == onlyId : old == only) ? code : old);
      case "keep" -> each(box, (old, edge) -> isAir(old) ? code : old);
      case "outline" -> each(box, (old, edge) -> edge ? code : old);
      case "hollow" -> each(box, (old, edge) -> edge ? code : 0);
      default -> throw CommandFailure.syntax("no mode '%s'".formatted(mode));
    };
  }

  private interface Rule {
    int code(int old, boolean edge);
  }

  private int each(Box box, Rule rule) {
    int changed = 0;
    for (int x = box.minX(); x <= box.maxX(); x++) {
      for (int y = box.minY(); y <= box.maxY(); y++) {
        for (int z = box.minZ(); z <= box.maxZ(); z++) {
          boolean edge =
              x == box.minX()
                  || x == box.maxX()
                  || y == box.minY()
                  || y == box.maxY()
                  || z == box.minZ()
                  || z == box.maxZ();
          int old = blocks.code(x, y, z);
          int code = rule.code(old, edge);
          if (code != old) {
            blocks.set(x, y, z, code);
            changed++;
          }
        }
      }
    }
    return changed;
  }
}
