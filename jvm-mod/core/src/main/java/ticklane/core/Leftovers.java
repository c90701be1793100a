package ticklane.core;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Ends what a script has started when its keeper can't: told by a word in the environment. */
final class Leftovers {
  /** The environment variable that names the script's process; all it starts have it, too. */
  static final String VARIABLE = "TICKLANE_PARALLEL";

  private static final int ROUNDS = 20;

  private Leftovers() {}

  /** Kills all processes with that marker; returns how many there were. */
  static int kill(String marker) {
    int killed = 0;
    for (int round = 0; round < ROUNDS; round++) {
      int before = killed;
      for (ProcessHandle process : ProcessHandle.allProcesses().toList()) {
        if (process.pid() != ProcessHandle.current().pid() && has(process, marker)) {
          process.destroyForcibly();
          killed++;
        }
      }
      if (killed == before) {
        break;
      }
    }
    return killed;
  }

  private static boolean has(ProcessHandle process, String marker) {
    try {
      byte[] environment = Files.readAllBytes(Path.of("/proc/" + process.pid() + "/environ"));
      return ("\0" + new String(environment, StandardCharsets.UTF_8))
          .contains("\0" + VARIABLE + "=" + marker + "\0");
    } catch (IOException | SecurityException e) {
      return false; // it has ended, or is somebody else's
    }
  }
}
