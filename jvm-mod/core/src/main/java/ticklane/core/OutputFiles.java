package ticklane.core;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * The files of one output: {@code name.jsonl} being written, and where it rotates {@code
 * name.1.jsonl} (the youngest), {@code name.2.jsonl}, … before it.
 *
 * @param rotateBytes size at which a new file begins, 0 never
 * @param most files kept
 */
record OutputFiles(Path folder, String name, long rotateBytes, int most) {

  /** Where nobody says otherwise. */
  static final long USUAL_BYTES = 64L << 20;

  static final int USUAL_FILES = 4;

  /** What a rotated file's name ends in: an id that ends so would share files with another's. */
  private static final Pattern ROTATED = Pattern.compile(".*\\.[0-9]+");

  /** Output of a script in the game folder. */
  static OutputFiles rotated(Path folder, String id, long rotateBytes, int most) {
    return new OutputFiles(folder, "script-" + fileName(id), rotateBytes, most);
  }

  /** Output that a run keeps whole. */
  static OutputFiles run(Path runDir, String name) {
    return new OutputFiles(runDir, name, 0, 1);
  }

  /** The same files with a rotation that a script asks for; 0 leaves what there is. */
  OutputFiles rotatingAs(int rotateMib, int rotateFiles) {
    if (rotateMib <= 0 && rotateFiles <= 0) {
      return this;
    }
    long bytes = rotateMib > 0 ? (long) rotateMib << 20 : rotates() ? rotateBytes : USUAL_BYTES;
    int files = rotateFiles > 0 ? rotateFiles : most > 1 ? most : USUAL_FILES;
    return new OutputFiles(folder, name, bytes, files);
  }

  /**
   * An id as a file name. Ids are checked before they come here, but nothing leaves the folder. An
   * id with a capital, or one that ends like a rotated file, gets an ending that no id can have: on
   * a file system that doesn't tell {@code Fall} from {@code fall} they'd be one file.
   */
  private static String fileName(String id) {
    String safe = id.replaceAll("[^A-Za-z0-9._-]", "_");
    if (!safe.equals(id) || id.length() > Long.SIZE) {
      String head = safe.substring(0, Math.min(Long.SIZE, safe.length()));
      return head + "~" + HexFormat.of().toHexDigits(id.hashCode());
    }
    long capitals = 0;
    for (int at = 0; at < id.length(); at++) {
      if (id.charAt(at) >= 'A' && id.charAt(at) <= 'Z') {
        capitals |= 1L << at;
      }
    }
    boolean own = capitals == 0 && !ROTATED.matcher(id).matches();
    return own ? id : id + "~" + Long.toHexString(capitals);
  }

  Path current() {
    return path(0);
  }

  /** The file that is {@code age} rotations old. */
  Path path(int age) {
    return folder.resolve(age == 0 ? name + ".jsonl" : name + "." + age + ".jsonl");
  }

  /** Moves every file one step back; the oldest goes. */
  void rotate() throws IOException {
    for (int age = most - 1; age >= 1; age--) {
      Path younger = path(age - 1);
      if (Files.exists(younger)) {
        Files.move(younger, path(age), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  boolean rotates() {
    return rotateBytes > 0;
  }
}
