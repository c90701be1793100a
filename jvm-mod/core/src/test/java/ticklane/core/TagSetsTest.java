package ticklane.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class TagSetsTest {
  private final Set<Integer> inUse = new HashSet<>();
  private final TagSets sets = new TagSets(() -> inUse);

  private int code(String... tags) {
    return sets.code(new TreeSet<>(List.of(tags)));
  }

  @Test
  void equalSetsHaveOneCodeAndTheEmptyOneIsZero() {
    assertThat(code()).isZero();
    assertThat(code("b", "a")).isEqualTo(code("a", "b")).isEqualTo(sets.codeOf(" b a "));
    assertThat(sets.name(code("a", "b"))).isEqualTo("a b");
    assertThat(sets.codeOf("never")).isEqualTo(-1);
    assertThat(sets.name(99)).isNull();
  }

  @Test
  void aFloodOfSetsIsForgottenButNotThoseInUseAndNoCodeIsGivenTwice() {
    int kept = code("kept");
    inUse.add(kept);
    int gone = code("gone");
    Set<Integer> seen = new HashSet<>(List.of(kept, gone));
    for (int n = 0; n < 5 * TagSets.REMEMBERED; n++) {
      assertThat(seen.add(code("flood-" + n))).isTrue();
    }
    assertThat(sets.names()).hasSizeLessThanOrEqualTo(TagSets.REMEMBERED + 2);
    assertThat(sets.name(kept)).isEqualTo("kept");
    assertThat(code("kept")).isEqualTo(kept);
    assertThat(sets.name(gone)).isNull();
    assertThat(seen).doesNotContain(code("gone"));
    assertThat(code()).isZero();
  }

  @Test
  void asManySetsAsThereAreEntitiesAreKept() {
    for (int n = 0; n < 3 * TagSets.REMEMBERED; n++) {
      inUse.add(code("entity-" + n));
    }
    for (int code : inUse) {
      assertThat(sets.name(code)).isNotNull();
    }
  }
}
