package ticklane.core;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.nio.file.Path;

/**
 * What core needs to know at start, from the launch file.
 *
 * @param gameDir the game folder; everything core writes goes to its {@code mc-agent} folder, but
 *     for the output of runs that name a folder of their own
 * @param python the Python executable (of the virtual environment, if there is one)
 * @param jepDir the folder that holds {@code jep/}
 * @param gateway whether to start the MCP gateway process
 * @param laneBudgetMs milliseconds of a tick that a lane may promise to its scripts
 * @param scriptMemoryMib MiB by which a script may make the process grow
 * @param ticklaneVersion this release
 * @param rotateBytes size at which a script's output file in the game folder is rotated
 * @param rotateFiles files kept per script, the one being written included
 * @param queueMib MiB of rows that may wait for the disk
 * @param parallel what scripts with a process of their own may take
 */
public record CoreOptions(
    Path gameDir,
    String python,
    Path jepDir,
    boolean gateway,
    int laneBudgetMs,
    int scriptMemoryMib,
    String ticklaneVersion,
    long rotateBytes,
    int rotateFiles,
    int queueMib,
    ParallelLimits parallel) {

  private static final int USUAL_QUEUE_MIB = 32;

  /** Options with the usual memory, 1 GiB, and rotation, 4 files of 64 MiB. */
  public CoreOptions(
      Path gameDir,
      String python,
      Path jepDir,
      boolean gateway,
      int laneBudgetMs,
      String ticklaneVersion) {
    this(
        gameDir,
        python,
        jepDir,
        gateway,
        laneBudgetMs,
        1024,
        ticklaneVersion,
        OutputFiles.USUAL_BYTES,
        OutputFiles.USUAL_FILES,
        USUAL_QUEUE_MIB,
        ParallelLimits.USUAL);
  }

  /**
   * Reads {@code game_dir python jep_dir gateway lane_budget_ms script_memory_mib rotate_mib
   * rotate_files queue_mib parallel_scripts parallel_memory_mib parallel_processes parallel_cpu_s};
   * keys that are a host's own are left to it. Relative paths start at the launch file's folder.
   *
   * @throws IllegalArgumentException naming the key that is missing or has the wrong type
   */
  public static CoreOptions read(JsonObject launch, Path launchFile) {
    Path base = launchFile.toAbsolutePath().getParent();
    int budget = whole(launch, "lane_budget_ms", 40, 1, 10_000);
    int memory = whole(launch, "script_memory_mib", 1024, 16, 1 << 20);
    int mib = whole(launch, "rotate_mib", 64, 1, 1 << 20);
    int files = whole(launch, "rotate_files", OutputFiles.USUAL_FILES, 2, 1000);
    int queue = whole(launch, "queue_mib", USUAL_QUEUE_MIB, 1, 1 << 14);
    ParallelLimits usual = ParallelLimits.USUAL;
    ParallelLimits parallel =
        new ParallelLimits(
            whole(launch, "parallel_scripts", usual.scripts(), 0, 256),
            whole(launch, "parallel_memory_mib", usual.memoryMib(), 64, 1 << 20),
            whole(launch, "parallel_processes", usual.processes(), 1, 10_000),
            whole(launch, "parallel_cpu_s", usual.cpuSeconds(), 0, 1 << 30));
    return new CoreOptions(
        base.resolve(text(launch, "game_dir")).normalize(),
        text(launch, "python"),
        base.resolve(text(launch, "jep_dir")).normalize(),
        flag(launch, "gateway", true),
        budget,
        memory,
        Version.TICKLANE,
        (long) mib << 20,
        files,
        queue,
        parallel);
  }

  private static String text(JsonObject launch, String key) {
    JsonElement value = launch.get(key);
    if (value == null || !value.isJsonPrimitive() || !value.getAsJsonPrimitive().isString()) {
      throw new IllegalArgumentException("launch file: '" + key + "' must be a string");
    }
    return value.getAsString();
  }

  private static boolean flag(JsonObject launch, String key, boolean otherwise) {
    JsonElement value = launch.get(key);
    if (value == null || value.isJsonNull()) {
      return otherwise;
    }
    if (!value.isJsonPrimitive() || !value.getAsJsonPrimitive().isBoolean()) {
      throw new IllegalArgumentException("launch file: '" + key + "' must be true or false");
    }
    return value.getAsBoolean();
  }

  private static int whole(JsonObject launch, String key, int otherwise, int least, int most) {
    JsonElement value = launch.get(key);
    if (value == null || value.isJsonNull()) {
      return otherwise;
    }
    double number =
        value.isJsonPrimitive() && value.getAsJsonPrimitive().isNumber()
            ? value.getAsDouble()
            : Double.NaN;
    if (!(number >= least && number <= most) || number != Math.rint(number)) {
      throw new IllegalArgumentException(
          "launch file: '%s' must be a whole number from %d to %d".formatted(key, least, most));
    }
    return (int) number;
  }
}
