package ticklane.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import ticklane.stub.StubJars;

/** In child JVMs, as what is woven stays in a process. */
class WeaverTest {
  @TempDir private static Path folder;
  private static Path agent;

  @BeforeAll
  static void make() throws Exception {
    StubJars.main(new String[] {folder.toString(), "1.18.2", "1.21.8", "26.2"});
    agent = folder.resolve("agent.jar");
    writeAgent(Path.of(Agent.class.getProtectionDomain().getCodeSource().getLocation().toURI()));
  }

  /** The agent as it is shipped, but with ASM under its own name. */
  private static void writeAgent(Path classes) throws Exception {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Premain-Class", "ticklane.agent.Agent");
    main.putValue("Agent-Class", "ticklane.agent.Agent");
    main.putValue("Can-Retransform-Classes", "true");
    Path asm =
        Path.of(
            org.objectweb.asm.ClassReader.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(agent), manifest);
        Stream<Path> files = Files.walk(classes);
        java.util.jar.JarFile library = new java.util.jar.JarFile(asm.toFile())) {
      for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        out.write(Files.readAllBytes(file));
      }
      for (JarEntry entry : library.stream().toList()) {
        if (entry.getName().startsWith("org/objectweb") && entry.getName().endsWith(".class")) {
          out.putNextEntry(new JarEntry(entry.getName()));
          out.write(library.getInputStream(entry).readAllBytes());
        }
      }
    }
  }

  /** Without the agent's own folder: its classes are the jar's. */
  private static String classPath() throws Exception {
    Path own = Path.of(Agent.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> !Path.of(entry).equals(own))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String run(String check, String stub) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.add("-javaagent:" + agent);
    command.addAll(
        List.of(
            "-cp",
            classPath(),
            "ticklane.agent.WovenGame",
            check,
            folder.resolve("stub-" + stub + ".jar").toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
    return said;
  }

  @Test
  void ticksAndFramesAreHeardUnderEveryName() throws Exception {
    for (String stub : List.of("1.18.2-srg", "1.21.8-intermediary", "26.2-mojang")) {
      assertThat(run("hooks", stub))
          .as(stub)
          .contains("server 3 heartbeats 0", "client 1", "frame 1", "woven 5");
    }
  }

  @Test
  void aGameInAModuleOfItsOwnIsHeardToo() throws Exception {
    assertThat(run("module", "26.2-mojang")).contains("server 3 heartbeats 0", "frame 1");
  }

  @Test
  void aPausedServersTicksAreHeartbeats() throws Exception {
    assertThat(run("paused", "1.21.8-mojang")).contains("server 3 heartbeats 2");
  }

  @Test
  void aServerWhosePlayerHasPausedHasHeartbeatsBesideItsTicks() throws Exception {
    // One tick with the heartbeat at its own return, then two pauses; on 1.18.2, too.
    assertThat(run("integrated", "1.18.2-srg")).contains("server 4 heartbeats 3");
    assertThat(run("integrated", "1.21.8-intermediary")).contains("server 4 heartbeats 3");
  }

  @Test
  void removingGivesTheGameItsOwnCodeBack() throws Exception {
    assertThat(run("removal", "1.21.8-intermediary"))
        .contains("server 1 heartbeats 0", "after removal 0", "woven 0");
  }

  @Test
  void aThrowingListenerLeavesTheTickAloneAndIsLetGoAtLast() throws Exception {
    String said = run("throwing", "26.2-mojang");
    assertThat(said).contains("ticks 30", "heard false");
    assertThat(said.lines().filter(line -> line.contains("the game goes on"))).hasSize(1);
    assertThat(said)
        .contains("the listener to the server tick is off: it failed 20 times in a row");
  }

  @Test
  void aHomeThatIsNoneIsOneLineAndLeavesNothingWoven() throws Exception {
    List<String> command =
        List.of(
            ProcessHandle.current().info().command().orElseThrow(),
            "-javaagent:" + agent + "=" + folder.resolve("nowhere"),
            "-Dstub.ticks=2",
            "-Dstub.tick_ms=1",
            "-cp",
            classPath(),
            "ticklane.stub.StubLauncher",
            folder.resolve("stub-1.21.8-mojang.jar").toString());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
    assertThat(said).contains("stub server started");
    assertThat(said.lines().filter(line -> line.contains("[ticklane]")))
        .singleElement()
        .asString()
        .contains("off, the game goes on without it", "no launch.json", "nowhere");
  }
}
