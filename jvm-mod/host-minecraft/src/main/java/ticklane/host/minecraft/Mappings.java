package ticklane.host.minecraft;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import net.fabricmc.mappingio.MappingReader;
import net.fabricmc.mappingio.adapter.MappingDstNsReorder;
import net.fabricmc.mappingio.adapter.MappingNsRenamer;
import net.fabricmc.mappingio.adapter.MappingSourceNsSwitch;
import net.fabricmc.mappingio.tree.MappingTree;
import net.fabricmc.mappingio.tree.MemoryMappingTree;

/** From Mojang's names to those of the running game; without a table every name stays itself. */
final class Mappings {
  /** What a runtime without a table uses. */
  static final Mappings NONE = new Mappings(null, 0);

  private final MappingTree tree;
  private final int runtime;

  /** Rows by the runtime's class name: a class that was renamed has two of Mojang's. */
  private final Map<String, List<MappingTree.ClassMapping>> byRuntime = new HashMap<>();

  private Mappings(MappingTree tree, int runtime) {
    this.tree = tree;
    this.runtime = runtime;
    if (tree != null) {
      for (MappingTree.ClassMapping type : tree.getClasses()) {
        byRuntime.computeIfAbsent(runtimeName(type), name -> new ArrayList<>()).add(type);
      }
    }
  }

  private String runtimeName(MappingTree.ClassMapping type) {
    String name = type.getName(runtime);
    return name == null ? type.getSrcName() : name;
  }

  /** A table whose first namespace is Mojang's and whose last is the runtime's. */
  static Mappings of(MappingTree tree) {
    return new Mappings(tree, tree.getMaxNamespaceId() - 1);
  }

  /** Fabric's names, from the table that Ticklane brings with it. */
  static Mappings intermediary() throws IOException {
    try (InputStream in = Mappings.class.getResourceAsStream("intermediary.tiny");
        Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
      return read(reader);
    }
  }

  /** A tiny table, Mojang's names first. */
  static Mappings read(Reader tiny) throws IOException {
    MemoryMappingTree tree = new MemoryMappingTree();
    MappingReader.read(tiny, tree);
    return of(tree);
  }

  /**
   * Forge's names, from the two files that its installer leaves somewhere under {@code libraries}:
   * Mojang's own, and the one from short names to Forge's.
   *
   * @throws IOException one of them isn't there, or can't be read
   */
  static Mappings forge(Path libraries) throws IOException {
    Path mojang = find(libraries, "-mappings.txt", "mcp_config");
    Path srg = find(libraries, "-mappings-merged.txt", "");
    MemoryMappingTree named = new MemoryMappingTree();
    MappingReader.read(
        mojang, new MappingNsRenamer(named, Map.of("source", "mojang", "target", "official")));
    MemoryMappingTree joined = new MemoryMappingTree();
    named.accept(new MappingSourceNsSwitch(joined, "official"));
    MemoryMappingTree members = new MemoryMappingTree();
    MappingReader.read(srg, members);
    // Whatever the file calls them: short names first, Forge's second.
    members.accept(
        new MappingNsRenamer(
            new MappingDstNsReorder(joined, List.of("srg")),
            Map.of(
                members.getSrcNamespace(), "official", members.getDstNamespaces().get(0), "srg")));
    MemoryMappingTree tree = new MemoryMappingTree();
    joined.accept(new MappingSourceNsSwitch(tree, "mojang", true));
    return new Mappings(tree, tree.getNamespaceId("srg"));
  }

  private static Path find(Path folder, String ending, String without) throws IOException {
    Optional<Path> found = Optional.empty();
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.find(folder, 8, (file, facts) -> facts.isRegularFile())) {
        found =
            files
                .filter(file -> file.getFileName().toString().endsWith(ending))
                .filter(
                    file -> without.isEmpty() || !file.getFileName().toString().startsWith(without))
                .findFirst();
      }
    }
    return found.orElseThrow(
        () -> new IOException("no *" + ending + " of Forge's installer under " + folder));
  }

  /** Paper's names, from the table in its server's jar. */
  static Mappings spigot(ClassLoader game) throws IOException {
    try (InputStream in = game.getResourceAsStream("META-INF/mappings/reobf.tiny")) {
      if (in == null) {
        throw new IOException("the server has no META-INF/mappings/reobf.tiny");
      }
      try (Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
        return read(reader);
      }
    }
  }

  /** What the running game calls a class. */
  String typeName(String mojang) {
    MappingTree.ClassMapping type = tree == null ? null : tree.getClass(mojang);
    return type == null ? mojang : runtimeName(type);
  }

  /**
   * What the running game calls a member, if the rows of that runtime class know it; null
   * otherwise.
   */
  String memberName(Class<?> declaring, Candidate member) {
    if (tree == null) {
      return member.name();
    }
    String type = declaring.getName().replace('.', '/');
    for (MappingTree.ClassMapping row : byRuntime.getOrDefault(type, List.of())) {
      MappingTree.MemberMapping found =
          member.desc().startsWith("(")
              ? row.getMethod(member.name(), member.desc())
              : row.getField(member.name(), member.desc().equals("*") ? null : member.desc());
      if (found != null && found.getName(runtime) != null) {
        return found.getName(runtime);
      }
    }
    return null;
  }
}
