package ticklane.loader;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;

/** What is in the jar: four metadata files, small packages of our own, jars in it. */
final class JarContentTest {
  private static final int JAVA_17 = 61;

  private final Map<String, byte[]> jar;

  JarContentTest() throws IOException {
    jar = Jars.read(OneJarTest.theJar());
  }

  private JsonObject json(String name) {
    return JsonParser.parseString(Jars.text(jar, name)).getAsJsonObject();
  }

  private static Map<String, String> assignments(String text) {
    return text.lines()
        .filter(line -> line.matches("[\\w-]+ *[=:].*"))
        .map(line -> line.split(" *[=:] *", 2))
        .collect(
            Collectors.toMap(
                part -> part[0], part -> part[1].replaceAll("^[\"']|[\"']$", ""), (a, b) -> a));
  }

  @Test
  void fabricsFileHasWhatItMust() {
    JsonObject mod = json("fabric.mod.json");
    assertThat(mod.get("schemaVersion").getAsInt()).isEqualTo(1);
    assertThat(mod.get("id").getAsString()).isEqualTo("ticklane");
    assertThat(mod.get("version").getAsString()).matches("\\d+\\.\\d+\\.\\d+");
    JsonArray mixins = mod.getAsJsonArray("mixins");
    assertThat(jar).containsKey(mixins.get(0).getAsString());
    assertThat(mod.getAsJsonObject("depends").keySet()).containsExactly("fabricloader", "java");
  }

  @Test
  void forgesAndNeoForgesFilesHaveWhatTheyMust() {
    for (String name : List.of("META-INF/mods.toml", "META-INF/neoforge.mods.toml")) {
      String text = Jars.text(jar, name);
      Map<String, String> given = assignments(text);
      assertThat(given).containsEntry("modLoader", "javafml").containsEntry("license", "MIT");
      assertThat(given).containsEntry("modId", "ticklane").containsKey("loaderVersion");
      assertThat(given.get("version")).matches("\\d+\\.\\d+\\.\\d+");
      assertThat(text).contains("\n[[mods]]\n").doesNotContain("${");
    }
    assertThat(assignments(Jars.text(jar, "META-INF/neoforge.mods.toml")))
        .containsEntry("config", "ticklane.mixins.json");
  }

  @Test
  void papersFileNamesAPlugin() {
    Map<String, String> given = assignments(Jars.text(jar, "plugin.yml"));
    assertThat(given).containsEntry("name", "Ticklane").containsEntry("api-version", "1.18");
    assertThat(jar).containsKey(given.get("main").replace('.', '/') + ".class");
  }

  @Test
  void theManifestSpeaksToForgeAndPaper() throws IOException {
    Attributes main =
        new Manifest(new ByteArrayInputStream(jar.get("META-INF/MANIFEST.MF"))).getMainAttributes();
    assertThat(main.getValue("MixinConfigs")).isEqualTo("ticklane.mixins.json");
    assertThat(main.getValue("Automatic-Module-Name")).isEqualTo("ticklane");
    assertThat(main.getValue("paperweight-mappings-namespace")).isEqualTo("mojang");
  }

  @Test
  void noClassIsNewerThanTheOldestGamesJava() throws IOException {
    assertThat(highest(jar)).isEqualTo(JAVA_17);
    for (String nested : nested()) {
      assertThat(highest(Jars.read(new ByteArrayInputStream(jar.get("ticklane/nested/" + nested)))))
          .as(nested)
          .isLessThanOrEqualTo(JAVA_17);
    }
  }

  private static int highest(Map<String, byte[]> content) {
    return content.entrySet().stream()
        .filter(entry -> entry.getKey().endsWith(".class"))
        .filter(entry -> !entry.getKey().contains("META-INF/versions/"))
        .mapToInt(entry -> new ClassReader(entry.getValue()).readUnsignedShort(6))
        .max()
        .orElse(0);
  }

  private List<String> nested() {
    return Jars.text(jar, "ticklane/nested/jars.txt").lines().toList();
  }

  @Test
  void everyNestedJarIsListedAndNothingElseIs() {
    Set<String> there =
        jar.keySet().stream()
            .filter(name -> name.matches("ticklane/nested/.*\\.jar"))
            .map(name -> name.substring("ticklane/nested/".length()))
            .collect(Collectors.toSet());
    assertThat(nested()).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(there);
    assertThat(there).contains("ticklane-core.jar").noneMatch(name -> name.startsWith("jep"));
  }

  @Test
  void noPackageIsInTwoOfOurJars() throws IOException {
    Map<String, String> owners = new HashMap<>();
    own(owners, "the jar", jar);
    for (String name : nested()) {
      own(owners, name, Jars.read(new ByteArrayInputStream(jar.get("ticklane/nested/" + name))));
    }
    assertThat(owners).containsEntry("ticklane/core", "ticklane-core.jar");
  }

  private static void own(Map<String, String> owners, String name, Map<String, byte[]> content) {
    Set<String> packages =
        content.keySet().stream()
            .filter(entry -> entry.endsWith(".class") && !entry.contains("META-INF/"))
            .filter(entry -> entry.contains("/"))
            .map(entry -> entry.substring(0, entry.lastIndexOf('/')))
            .collect(Collectors.toSet());
    packages.forEach(one -> assertThat(owners.put(one, name)).as("owner of " + one).isNull());
  }

  @Test
  void ofTheJarsOwnClassesAllAreOurs() {
    assertThat(jar.keySet())
        .filteredOn(name -> name.endsWith(".class"))
        .allMatch(name -> name.startsWith("ticklane/loader/"));
  }
}
