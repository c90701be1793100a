package ticklane.stub;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import net.fabricmc.mappingio.MappedElementKind;
import net.fabricmc.mappingio.MappingWriter;
import net.fabricmc.mappingio.adapter.MappingDstNsReorder;
import net.fabricmc.mappingio.adapter.MappingSourceNsSwitch;
import net.fabricmc.mappingio.format.MappingFormat;
import net.fabricmc.mappingio.tree.MappingTree;
import net.fabricmc.mappingio.tree.MemoryMappingTree;

/** Writes the tables between names that loaders bring with them. */
final class Tables {
  private Tables() {}

  /** Mojang's names to a runtime's and, invented, the short ones the game is shipped under. */
  static MemoryMappingTree tree(
      GameModel game, RuntimeNames names, Predicate<Evidence.Fact> wanted) {
    MemoryMappingTree tree = new MemoryMappingTree();
    try {
      tree.visitNamespaces("mojang", List.of("runtime", "official"));
      Map<String, List<Evidence.Fact>> byOwner = new TreeMap<>();
      game.toIntermediary.keySet().forEach(name -> byOwner.put(name, new ArrayList<>()));
      game.evidence.members.stream()
          .filter(wanted)
          .forEach(fact -> byOwner.computeIfAbsent(fact.owner(), n -> new ArrayList<>()).add(fact));
      int number = 0;
      for (Map.Entry<String, List<Evidence.Fact>> entry : byOwner.entrySet()) {
        String owner = entry.getKey();
        tree.visitClass(owner);
        tree.visitDstName(MappedElementKind.CLASS, 0, names.map(owner));
        tree.visitDstName(MappedElementKind.CLASS, 1, "a" + Integer.toString(number++, 36));
        tree.visitElementContent(MappedElementKind.CLASS);
        for (Evidence.Fact fact : entry.getValue()) {
          String desc = game.mojang(fact.desc());
          MappedElementKind kind =
              fact.isField() ? MappedElementKind.FIELD : MappedElementKind.METHOD;
          if (fact.isField()) {
            tree.visitField(fact.name(), desc);
          } else {
            tree.visitMethod(fact.name(), desc);
          }
          tree.visitDstName(kind, 0, names.mapMethodName(owner, fact.name(), desc));
          tree.visitDstName(kind, 1, "b" + Integer.toString(number++, 36));
          tree.visitElementContent(kind);
        }
      }
      tree.visitEnd();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return tree;
  }

  /** Tiny v2, Mojang's names to the runtime's. */
  static void writeTiny(MappingTree tree, String runtime, Path file) throws IOException {
    MemoryMappingTree out = new MemoryMappingTree();
    tree.accept(new MappingDstNsReorder(out, List.of("runtime")));
    out.setDstNamespaces(List.of(runtime));
    try (MappingWriter writer = MappingWriter.create(file, MappingFormat.TINY_2_FILE)) {
      out.accept(writer);
    }
  }

  /** The two files that Forge's installer leaves: Mojang's own, and short names to SRG. */
  static void writeForge(MappingTree tree, Path mojang, Path srg) throws IOException {
    MemoryMappingTree named = new MemoryMappingTree();
    tree.accept(new MappingDstNsReorder(named, List.of("official")));
    try (MappingWriter writer = MappingWriter.create(mojang, MappingFormat.PROGUARD_FILE)) {
      named.accept(writer);
    }
    MemoryMappingTree shortNames = new MemoryMappingTree();
    tree.accept(new MappingSourceNsSwitch(shortNames, "official"));
    MemoryMappingTree reordered = new MemoryMappingTree();
    shortNames.accept(new MappingDstNsReorder(reordered, List.of("runtime")));
    try (MappingWriter writer = MappingWriter.create(srg, MappingFormat.TSRG_2_FILE)) {
      reordered.accept(writer);
    }
  }
}
