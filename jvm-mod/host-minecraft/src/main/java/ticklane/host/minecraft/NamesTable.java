package ticklane.host.minecraft;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The one table of the game's names that Ticklane uses: data, in {@code names.tsv}. */
final class NamesTable {
  private static final Pattern OR = Pattern.compile(" \\| ");

  enum Kind {
    CLASS,
    METHOD,
    FIELD,
    CONSTRUCTOR
  }

  /** One member: what it is called here, what needs it, and what the game may call it. */
  record Row(String id, Kind kind, String feature, List<Candidate> candidates) {}

  private NamesTable() {}

  static List<Row> read() {
    try (InputStream in = NamesTable.class.getResourceAsStream("names.tsv");
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return reader.lines().filter(line -> !line.startsWith("#")).map(NamesTable::row).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Row row(String line) {
    String[] cells = line.split("\t", -1);
    return new Row(
        cells[0],
        Kind.valueOf(cells[1].toUpperCase(Locale.ROOT)),
        cells[2],
        Stream.of(OR.split(cells[3])).map(Candidate::parse).toList());
  }
}
