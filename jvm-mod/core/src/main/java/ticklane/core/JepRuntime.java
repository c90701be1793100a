package ticklane.core;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jep.JepConfig;
import jep.JepException;
import jep.MainInterpreter;
import jep.NamingConventionClassEnquirer;
import jep.PyConfig;
import jep.SharedInterpreter;
import jep.python.PyCallable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lane's interpreter by way of jep: the only class that knows it. An interpreter works on the
 * thread that made it and nowhere else.
 */
final class JepRuntime implements LaneRuntime {
  private static final Logger LOG = LoggerFactory.getLogger(JepRuntime.class);
  private static final List<String> LIBRARIES = List.of("libjep.so", "libjep.jnilib", "jep.dll");

  /** What a process without a stand-in for Python uses. */
  static final Factory FACTORY =
      new Factory() {
        @Override
        public LaneRuntime open(CoreOptions options, LaneBridge bridge) {
          SharedInterpreter interpreter = interpreter(options);
          try {
            return new JepRuntime(interpreter, bridge);
          } catch (JepException e) {
            interpreter.close();
            throw new IllegalStateException(
                "the Python runtime does not start (python %s): %s".formatted(options.python(), e),
                e);
          }
        }

        @Override
        public Interrupts interrupts(CoreOptions options) {
          SharedInterpreter interpreter = interpreter(options);
          try {
            return new JepInterrupts(interpreter);
          } catch (JepException e) {
            interpreter.close();
            throw new IllegalStateException("the interrupter does not start: " + e, e);
          }
        }
      };

  private static CoreOptions initialized;
  private static List<Path> alsoSearched = List.of();
  private static Thread starting;

  private final SharedInterpreter interpreter;
  private final PyCallable step;
  private final PyCallable control;
  private final PyCallable unload;
  private final PyCallable comeBack;
  private final PyCallable close;
  private final String pythonVersion;
  private final String magic;

  private JepRuntime(SharedInterpreter interpreter, LaneBridge bridge) {
    this.interpreter = interpreter;
    interpreter.exec("import importlib.util, platform");
    pythonVersion = interpreter.getValue("platform.python_version()", String.class);
    magic = interpreter.getValue("importlib.util.MAGIC_NUMBER.hex()", String.class);
    interpreter.exec("from ticklane_runtime._entry import open_lane");
    interpreter.set("_bridge", bridge);
    interpreter.exec("_lane = open_lane(_bridge)");
    step = interpreter.getValue("_lane.step", PyCallable.class);
    control = interpreter.getValue("_lane.control", PyCallable.class);
    unload = interpreter.getValue("_lane.unload", PyCallable.class);
    comeBack = interpreter.getValue("_lane.come_back", PyCallable.class);
    close = interpreter.getValue("_lane.close", PyCallable.class);
  }

  /**
   * Starts Python and imports the runtime on a thread of its own, while the game does other things.
   * What goes wrong is told when a lane opens.
   */
  static synchronized void startAhead(CoreOptions options) {
    starting =
        new Thread(
            null,
            () -> {
              try {
                initialize(options);
                try (SharedInterpreter interpreter = new SharedInterpreter()) {
                  interpreter.exec("import ticklane_runtime._entry");
                }
              } catch (JepException | LinkageError | IllegalStateException e) {
                LOG.debug("Python did not start ahead", e);
              }
            },
            "ticklane-python",
            Lane.STACK_BYTES);
    starting.setDaemon(true);
    starting.start();
  }

  /** Modules have one import and no lane begins in the middle of it. */
  private static void awaitStart() {
    Thread ahead;
    synchronized (JepRuntime.class) {
      ahead = starting;
      starting = null;
    }
    boolean interrupted = false;
    while (ahead != null && ahead.isAlive()) {
      try {
        ahead.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Starts Python if this is the process's first interpreter, and an interpreter on this thread.
   *
   * @throws IllegalStateException saying which of Python or jep doesn't work
   */
  private static SharedInterpreter interpreter(CoreOptions options) {
    awaitStart();
    try {
      initialize(options);
      return new SharedInterpreter();
    } catch (JepException | LinkageError e) {
      throw new IllegalStateException(
          "Python does not start: python %s, jep in %s: %s"
              .formatted(options.python(), options.jepDir(), e),
          e);
    }
  }

  /** jep takes its settings once a process. */
  private static synchronized void initialize(CoreOptions options) {
    if (initialized != null) {
      if (!initialized.python().equals(options.python())
          || !initialized.jepDir().equals(options.jepDir())) {
        throw new IllegalStateException(
            "this process runs Python %s already; %s needs another process"
                .formatted(initialized.python(), options.python()));
      }
      return;
    }
    MainInterpreter.setJepLibraryPath(library(options.jepDir()).toString());
    PyConfig python = PyConfig.python();
    // The one setting that gives a virtual environment its right sys.prefix.
    python.setProgramName(options.python());
    MainInterpreter.setInitParams(python);
    JepConfig config = new JepConfig();
    // The default enquirer scans every jar of the class path: 40 ms.
    config.setClassEnquirer(new NamingConventionClassEnquirer());
    config.setClassLoader(JepRuntime.class.getClassLoader());
    for (Path folder : alsoSearched) {
      config.addIncludePaths(folder.toString());
    }
    SharedInterpreter.setConfig(config);
    initialized = options;
  }

  /**
   * Folders that Python searches beside its own, for processes whose PYTHONPATH isn't ours to set.
   */
  static synchronized void searchAlso(List<Path> folders) {
    alsoSearched = List.copyOf(folders);
  }

  private static Path library(Path jepDir) {
    for (String name : LIBRARIES) {
      Path file = jepDir.resolve("jep").resolve(name);
      if (Files.exists(file)) {
        return file.toAbsolutePath();
      }
    }
    throw new IllegalStateException(
        "no %s in %s: run the set-up again".formatted(LIBRARIES.get(0), jepDir.resolve("jep")));
  }

  @Override
  public String pythonVersion() {
    return pythonVersion;
  }

  @Override
  public String magic() {
    return magic;
  }

  @Override
  public void step(long tick) {
    step.call(tick);
  }

  @Override
  public String control(String verb, String script, ByteBuffer body) {
    return (String) control.call(verb, script, body);
  }

  @Override
  public int unload(String why, double waitS) {
    return ((Number) unload.call(why, waitS)).intValue();
  }

  @Override
  public void comeBack(long tick) {
    comeBack.call(tick);
  }

  @Override
  public void close(String reason) {
    close.call(reason);
  }

  @Override
  public void dispose() {
    interpreter.close();
  }

  /** The interrupter's own interpreter. */
  private static final class JepInterrupts implements Interrupts {
    private final SharedInterpreter interpreter;
    private final PyCallable interrupt;

    JepInterrupts(SharedInterpreter interpreter) {
      this.interpreter = interpreter;
      interpreter.exec("from ticklane_runtime._interrupt import interrupt");
      interrupt = interpreter.getValue("interrupt", PyCallable.class);
    }

    @Override
    public boolean interrupt(String lane, long serial, int rung) {
      return Boolean.TRUE.equals(interrupt.call(lane, serial, rung));
    }

    @Override
    public void close() {
      interpreter.close();
    }
  }
}
