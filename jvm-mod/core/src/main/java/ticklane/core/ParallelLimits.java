package ticklane.core;

/**
 * What scripts with a process of their own may take.
 *
 * @param scripts how many of them may live at once
 * @param memoryMib MiB of each, its child processes included
 * @param processes processes and threads of each, its own included
 * @param cpuSeconds processor time of each, its child processes included; 0: without end
 */
public record ParallelLimits(int scripts, int memoryMib, int processes, int cpuSeconds) {
  /** What holds where nothing is set. */
  public static final ParallelLimits USUAL = new ParallelLimits(8, 2048, 64, 0);
}
