package ticklane.host.minestom.loot;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import net.minestom.server.instance.block.Block;
import net.minestom.server.item.Material;

/**
 * What blocks leave behind that break without a tool: the game's loot tables, as the registry's
 * data brings them.
 */
public final class LootTables {
  /** Gets what is left behind. */
  public interface Taker {
    void take(Material material, int count);
  }

  private static final String RESOURCE = "/net/minestom/data/loot_tables/block_loot_tables.json";

  /** Read beside the game's thread, once something is there that may explode. */
  private static final class Loading {
    static final CompletableFuture<LootTables> TABLES = new CompletableFuture<>();

    static {
      // A thread that ends with it: the common pool's would stay.
      Thread.ofPlatform().name("loot tables").daemon().start(Loading::read);
    }

    private static void read() {
      try {
        TABLES.complete(load());
      } catch (RuntimeException | Error e) {
        TABLES.completeExceptionally(e);
      }
    }
  }

  private final LootTable[] byBlock;

  private LootTables(LootTable[] byBlock) {
    this.byBlock = byBlock;
  }

  /** Begins to read them, if nobody has. */
  public static void prepare() {
    Loading.TABLES.isDone();
  }

  /** The tables, waited for. */
  public static LootTables get() {
    return Loading.TABLES.join();
  }

  private static LootTables load() {
    JsonObject all;
    try (InputStream in = Block.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("no loot tables at " + RESOURCE);
      }
      all =
          JsonParser.parseReader(new InputStreamReader(in, StandardCharsets.UTF_8))
              .getAsJsonObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    LootTable[] byBlock = new LootTable[Block.staticRegistry().size()];
    for (Block block : Block.values()) {
      String name = block.name();
      Material material = block.registry().material();
      if (!all.has(name) && material != null) {
        name = material.name(); // what hangs on a wall has the table of what stands
      }
      if (all.has(name)) {
        byBlock[block.id()] = new LootTable(all.getAsJsonObject(name));
      }
    }
    return new LootTables(byBlock);
  }

  /** Tells what a block leaves behind. */
  public void give(Break broken, Taker taker) {
    LootTable table = byBlock[broken.block().id()];
    if (table != null) {
      table.give(broken, taker);
    }
  }
}
