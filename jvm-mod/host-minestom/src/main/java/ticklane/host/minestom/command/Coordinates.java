package ticklane.host.minestom.command;

import net.minestom.server.coordinate.Pos;

/** Three coordinates in the game's notation: absolute, ~ relative, or ^ local to the view. */
final class Coordinates {
  private Coordinates() {}

  /** Whether a word can begin coordinates. */
  static boolean begins(String word) {
    return !word.isEmpty() && "~^-+.0123456789".indexOf(word.charAt(0)) >= 0;
  }

  /** A place; whole x and z mean the middle of their block, as in the game. */
  static double[] place(Words words, Pos origin) {
    return read(words, origin, 0.5);
  }

  /** The block a place lies in. */
  static int[] block(Words words, Pos origin) {
    double[] place = read(words, origin, 0);
    int[] cell = new int[3];
    for (int i = 0; i < 3; i++) {
      if (!(Math.abs(place[i]) <= 30_000_000)) {
        throw CommandFailure.failed("%s is outside of the world".formatted(place[i]));
      }
      cell[i] = (int) Math.floor(place[i]);
    }
    return cell;
  }

  private static double[] read(Words words, Pos origin, double centre) {
    String[] parts = {words.next("x"), words.next("y"), words.next("z")};
    boolean local = parts[0].startsWith("^");
    double[] from = {origin.x(), origin.y(), origin.z()};
    double[] values = new double[3];
    for (int i = 0; i < 3; i++) {
      String part = parts[i];
      if (part.startsWith("^") != local) {
        throw CommandFailure.syntax("^ can't be mixed with other coordinates");
      }
      if (local || part.startsWith("~")) {
        values[i] = parse(part.substring(1), true) + (local ? 0 : from[i]);
      } else {
        boolean whole = part.indexOf('.') < 0;
        values[i] = parse(part, false) + (whole && i != 1 ? centre : 0);
      }
    }
    return local ? turn(values, origin) : values;
  }

  static double parse(String number, boolean maybeEmpty) {
    if (number.isEmpty() && maybeEmpty) {
      return 0;
    }
    try {
      return Double.parseDouble(number);
    } catch (NumberFormatException e) {
      throw CommandFailure.syntax("'%s' is no coordinate".formatted(number));
    }
  }

  /** Left, up, forward as seen from the origin (LocalCoordinates in the game). */
  private static double[] turn(double[] local, Pos origin) {
    double yaw = Math.toRadians(origin.yaw() + 90.0);
    double pitch = Math.toRadians(-origin.pitch());
    double up = Math.toRadians(-origin.pitch() + 90.0);
    double[] f = {
      StrictMath.cos(yaw) * StrictMath.cos(pitch),
      StrictMath.sin(pitch),
      StrictMath.sin(yaw) * StrictMath.cos(pitch)
    };
    double[] u = {
      StrictMath.cos(yaw) * StrictMath.cos(up),
      StrictMath.sin(up),
      StrictMath.sin(yaw) * StrictMath.cos(up)
    };
    double[] l = {f[2] * u[1] - f[1] * u[2], f[0] * u[2] - f[2] * u[0], f[1] * u[0] - f[0] * u[1]};
    double[] from = {origin.x(), origin.y(), origin.z()};
    double[] place = new double[3];
    for (int i = 0; i < 3; i++) {
      place[i] = from[i] + local[0] * l[i] + local[1] * u[i] + local[2] * f[i];
    }
    return place;
  }
}
