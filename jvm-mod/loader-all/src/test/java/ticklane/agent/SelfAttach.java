package ticklane.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Stands in for the agent's: it can't attach where there is a file "refused" in the home. */
public final class SelfAttach {
  private SelfAttach() {}

  public static void attach(Path agentJar, Path home) throws IOException {
    if (Files.exists(home.resolve("refused"))) {
      throw new IOException("switched off here");
    }
    System.out.println("attached " + agentJar.getFileName());
  }
}
