package ticklane.stub;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.Remapper;

/** One version of the stand-in, to be had as a jar under each of the names it goes by. */
public final class StubGame {
  private static final List<String> SUPPORT = List.of("Support", "Thing", "Ticking");

  private final GameModel game;
  private final Map<String, byte[]> classes;

  private StubGame(GameModel game) {
    this.game = game;
    classes = ClassFiles.write(game);
  }

  /**
   * Makes it.
   *
   * @throws IllegalStateException an overlay line matches nothing, or a body can't be written
   */
  public static StubGame of(GameVersion version) {
    return of(version, Evidence.lines("overlay.txt"));
  }

  /** One that differs from the real one by these overlay lines. */
  public static StubGame withChanges(GameVersion version, List<String> changes) {
    List<String> lines = new ArrayList<>(Evidence.lines("overlay.txt"));
    lines.addAll(changes);
    return of(version, lines);
  }

  static StubGame of(GameVersion version, List<String> overlay) {
    GameModel game = new GameModel(version, Evidence.read());
    Overlay.apply(game, overlay);
    return new StubGame(game);
  }

  /** The class files under those names, by internal name. */
  public Map<String, byte[]> classes(Namespace names) {
    Map<String, byte[]> out =
        new TreeMap<>(
            switch (names) {
              case MOJANG -> ClassFiles.remap(classes, renamed());
              case INTERMEDIARY -> ClassFiles.remap(classes, RuntimeNames.intermediary(game));
              case SRG -> ClassFiles.remap(classes, RuntimeNames.srg(game));
            });
    SUPPORT.forEach(name -> out.put("ticklane/stub/game/" + name, support(name)));
    return out;
  }

  private Remapper renamed() {
    return new Remapper(Opcodes.ASM9) {
      @Override
      public String map(String name) {
        return game.renamedClasses.getOrDefault(name, name);
      }
    };
  }

  private static byte[] support(String name) {
    try (InputStream in = StubGame.class.getResourceAsStream("game/" + name + ".class")) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Writes a jar with the classes and the version file of the game. */
  public Path jar(Namespace names, Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, byte[]> entry : classes(names).entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey() + ".class"));
        zip.write(entry.getValue());
      }
      zip.putNextEntry(new ZipEntry("version.json"));
      String name = game.version.name();
      zip.write(
          "{\"id\": \"%s\", \"name\": \"%s\"}"
              .formatted(name, name)
              .getBytes(StandardCharsets.UTF_8));
    }
    return file;
  }

  /** Writes this version's tiny v2 table from Mojang's names to intermediary. */
  public Path tiny(Path file) throws IOException {
    Tables.writeTiny(tree(RuntimeNames.intermediary(game)), "intermediary", file);
    return file;
  }

  /** Writes the tables that Forge's installer leaves under {@code libraries}. */
  public void forgeTables(Path mojang, Path srg) throws IOException {
    Tables.writeForge(tree(RuntimeNames.srg(game)), mojang, srg);
  }

  private net.fabricmc.mappingio.tree.MappingTree tree(RuntimeNames names) {
    Predicate<Evidence.Fact> there =
        fact -> {
          ClassModel type = game.classes.get(fact.owner());
          String key = fact.isField() ? fact.name() : fact.name() + game.mojang(fact.desc());
          return type != null && type.members.containsKey(key);
        };
    return Tables.tree(game, names, there);
  }

  /**
   * Writes the table of all versions together: every Mojang name of the evidence, old and new, to
   * its intermediary.
   */
  public static Path intermediaryTable(Path file) throws IOException {
    GameModel all = new GameModel(GameVersion.ALL.get(0), Evidence.read());
    Overlay.apply(all, Evidence.lines("overlay.txt"));
    Tables.writeTiny(
        Tables.tree(all, RuntimeNames.intermediary(all), fact -> true), "intermediary", file);
    return file;
  }
}
