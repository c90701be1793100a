package ticklane.core;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** The names a misspelt one may have meant. */
public final class NearestNames {
  private record Scored(String name, int distance) {}

  private NearestNames() {}

  /** Best first; names that share little with {@code asked} are left out. */
  public static List<String> of(String asked, Collection<String> known, int limit) {
    String plain = withoutNamespace(asked);
    int most = Math.max(2, plain.length() / 2);
    List<Scored> near = new ArrayList<>();
    for (String name : known) {
      String other = withoutNamespace(name);
      int distance = distance(plain, other);
      if (!plain.isEmpty() && (other.contains(plain) || plain.contains(other))) {
        distance = Math.min(distance, 2);
      }
      if (distance <= most) {
        near.add(new Scored(name, distance));
      }
    }
    near.sort(Comparator.comparingInt(Scored::distance).thenComparing(Scored::name));
    return near.stream().limit(limit).map(Scored::name).toList();
  }

  private static String withoutNamespace(String name) {
    return name.startsWith("minecraft:") ? name.substring("minecraft:".length()) : name;
  }

  /** Levenshtein distance. */
  static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substitute = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substitute, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
