package ticklane.host.minestom.entity;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** Numbers for sets of tags, so that a column can hold them. Code 0 is the empty set. */
public final class TagSets {
  private final List<String> names = new ArrayList<>(List.of(""));
  private final Map<String, Integer> codes = new HashMap<>(Map.of("", 0));

  public int code(SortedSet<String> tags) {
    String name = String.join(" ", tags);
    Integer known = codes.get(name);
    if (known == null) {
      known = names.size();
      names.add(name);
      codes.put(name, known);
    }
    return known;
  }

  /** The code of space-joined tags, -1 when no entity ever had exactly these. */
  public int codeOf(String joined) {
    SortedSet<String> tags = new TreeSet<>();
    for (String tag : joined.trim().split(" +", -1)) {
      if (!tag.isEmpty()) {
        tags.add(tag);
      }
    }
    return codes.getOrDefault(String.join(" ", tags), -1);
  }

  /** Space-joined tags in alphabetical order. */
  public String name(int code) {
    return names.get(code);
  }

  public int size() {
    return names.size();
  }

  public List<String> names() {
    return names;
  }
}
