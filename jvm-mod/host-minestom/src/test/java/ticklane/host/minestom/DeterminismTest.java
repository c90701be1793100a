package ticklane.host.minestom;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.SplittableRandom;
import net.minestom.server.entity.Entity;
import org.junit.jupiter.api.Test;
import ticklane.host.minestom.entity.Body;
import ticklane.host.minestom.world.WorldKind;

/** Public, as it is also started as a program. */
public final class DeterminismTest {

  /** SHA-256 over all positions, velocities, types and UUIDs of 300 ticks with explosions. */
  private static String run(long seed) throws NoSuchAlgorithmException {
    TestGame game = new TestGame(WorldKind.FLAT, seed);
    SplittableRandom places = new SplittableRandom(7);
    for (int i = 0; i < 150; i++) {
      game.sand(places.nextDouble(-30, 30), places.nextDouble(70, 120), places.nextDouble(-30, 30));
      game.item("diamond", 1, places.nextDouble(-30, 30), 66, places.nextDouble(-30, 30));
    }
    game.host.fillBlocks(new ticklane.core.Box(-3, 64, -3, 3, 66, 3), game.block("tnt"));
    for (int i = 0; i < 20; i++) {
      game.tnt(places.nextDouble(-9, 9), 68, places.nextDouble(-9, 9), 20 + i);
    }
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    ByteBuffer row = ByteBuffer.allocate(8 * 9).order(ByteOrder.BIG_ENDIAN);
    for (int tick = 0; tick < 300; tick++) {
      game.ticks(1);
      for (Entity entity : game.game.population().members()) {
        Body body = (Body) entity;
        row.clear();
        row.putDouble(body.x).putDouble(body.y).putDouble(body.z);
        row.putDouble(body.vx).putDouble(body.vy).putDouble(body.vz);
        row.putLong(body.uuidHigh()).putLong(body.uuidLow()).putLong(body.getEntityType().id());
        digest.update(row.flip());
      }
    }
    assertThat(game.events(ticklane.core.EventKind.EXPLOSION)).hasSizeGreaterThan(100);
    return HexFormat.of().formatHex(digest.digest());
  }

  @Test
  void theSameSeedGivesTheSameBits() throws NoSuchAlgorithmException {
    String first = run(42);
    assertThat(run(42)).isEqualTo(first);
    assertThat(run(43)).isNotEqualTo(first);
  }

  /** Prints the hash, for the test that runs it in a process of its own. */
  public static void main(String[] args) throws NoSuchAlgorithmException {
    System.out.println("hash " + run(42));
    System.exit(0);
  }

  @Test
  void anotherJvmWithAnotherCompilerGivesTheSameBits() throws Exception {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Process process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                DeterminismTest.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    assertThat(output).contains("hash " + run(42));
  }
}
