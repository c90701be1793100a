package ticklane.core;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Numbers for sets of tags, so that a column can hold them. Code 0 is the empty set. A code never
 * gets another meaning; sets that no entity has any more are forgotten when there are very many.
 */
public final class TagSets {
  /** Sets that are remembered beside those in use. */
  static final int REMEMBERED = 16_384;

  /** By code, in the order they came. */
  private final Map<Integer, String> names = new LinkedHashMap<>(Map.of(0, ""));

  private final Map<String, Integer> codes = new HashMap<>(Map.of("", 0));
  private final Supplier<Set<Integer>> inUse;
  private int next = 1;
  private int room = REMEMBERED;

  /**
   * No set but the empty one.
   *
   * @param inUse the codes that entities have now
   */
  public TagSets(Supplier<Set<Integer>> inUse) {
    this.inUse = inUse;
  }

  public int code(SortedSet<String> tags) {
    String name = String.join(" ", tags);
    Integer known = codes.get(name);
    if (known == null) {
      if (names.size() > room) {
        forget();
      }
      known = next++;
      names.put(known, name);
      codes.put(name, known);
    }
    return known;
  }

  /** Lets the older half go of what no entity has. */
  private void forget() {
    Set<Integer> used = inUse.get();
    int tooMany = names.size() - used.size() - REMEMBERED / 2;
    Iterator<Map.Entry<Integer, String>> oldest = names.entrySet().iterator();
    while (tooMany > 0 && oldest.hasNext()) {
      Map.Entry<Integer, String> set = oldest.next();
      if (set.getKey() != 0 && !used.contains(set.getKey())) {
        codes.remove(set.getValue());
        oldest.remove();
        tooMany--;
      }
    }
    room = names.size() + REMEMBERED / 2;
  }

  /** The code of space-joined tags, -1 when no entity had exactly these lately. */
  public int codeOf(String joined) {
    SortedSet<String> tags = new TreeSet<>();
    for (String tag : joined.trim().split(" +", -1)) {
      if (!tag.isEmpty()) {
        tags.add(tag);
      }
    }
    return codes.getOrDefault(String.join(" ", tags), -1);
  }

  /** Space-joined tags in alphabetical order; null for a code that is unknown or forgotten. */
  public String name(int code) {
    return names.get(code);
  }

  public List<String> names() {
    return List.copyOf(names.values());
  }
}
