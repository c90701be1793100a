package ticklane.host.minecraft;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How large the stacks of the game's threads are: Python recurses in C on the server's, and a stack
 * that ends takes the whole game with it.
 *
 * @param mib of a thread that asks for nothing
 * @param said the argument that says so, "" when none does
 */
record GameStack(double mib, String said) {
  private static final double USUAL_MIB = 1;
  private static final double LEAST_MIB = 4;
  private static final Pattern XSS = Pattern.compile("-Xss(\\d+)([kKmMgG]?)");
  private static final Pattern KIB = Pattern.compile("-XX:ThreadStackSize=(\\d+)");

  /** What this process was started with. */
  static GameStack ofThisGame() {
    return of(ManagementFactory.getRuntimeMXBean().getInputArguments());
  }

  /** The last argument counts, as for the JVM. */
  static GameStack of(List<String> arguments) {
    GameStack stack = new GameStack(USUAL_MIB, "");
    for (String argument : arguments) {
      Matcher xss = XSS.matcher(argument);
      Matcher kib = KIB.matcher(argument);
      if (xss.matches()) {
        double number = Double.parseDouble(xss.group(1));
        stack = new GameStack(number * unit(xss.group(2)), argument);
      } else if (kib.matches()) {
        stack = new GameStack(Double.parseDouble(kib.group(1)) / 1024, argument);
      }
    }
    return stack;
  }

  private static double unit(String letter) {
    return switch (letter.toLowerCase(Locale.ROOT)) {
      case "k" -> 1 / 1024.0;
      case "m" -> 1;
      case "g" -> 1024;
      default -> 1 / 1048576.0;
    };
  }

  /** Why Python can't be let onto such a stack. Only 3.13 lets C recurse as deep as Python may. */
  Optional<String> problem(Path jepDir) {
    boolean recursesFar = jepDir.getFileName().toString().endsWith("cp313");
    return recursesFar && mib < LEAST_MIB
        ? Optional.of(
            "Python 3.13 on a stack of %.1f MiB could end the game: add -Xss8m to its JVM arguments,"
                    .formatted(mib)
                + " or use Python 3.12")
        : Optional.empty();
  }

  @Override
  public String toString() {
    return said.isEmpty() ? "no -Xss" : said;
  }
}
