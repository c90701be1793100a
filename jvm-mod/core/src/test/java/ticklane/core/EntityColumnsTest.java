package ticklane.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class EntityColumnsTest {
  private final EntityColumns columns = new EntityColumns();

  private void put(int row) {
    double d = 100 * row;
    columns.motion(row, d + 1, d + 2, d + 3, d + 4, d + 5, d + 6, d + 7, d + 8);
    columns.box(row, d + 9, d + 10, d + 11, d + 12, d + 13, d + 14, d + 15, d + 16);
    columns.identity(row, 20 + row, 30 + row, 40 + row, 50 + row, 60 + row, 70 + row);
    columns.state(row, d + 17, 80 + row, 90 + row, 10 + row, 15 + row, row == 1);
  }

  @Test
  void columnsFollowEachOtherInTheAgreedOrder() {
    int n = 3;
    columns.begin(n);
    for (int row = 0; row < n; row++) {
      put(row);
    }
    ByteBuffer b = columns.buffer();
    assertThat(b.isDirect()).isTrue();
    assertThat(b.order()).isEqualTo(ByteOrder.nativeOrder());
    double[][] vectors = {{1, 2, 3}, {4, 5, 6}, {9, 10, 11}, {12, 13, 14}};
    for (int row = 0; row < n; row++) {
      for (int v = 0; v < 4; v++) {
        for (int axis = 0; axis < 3; axis++) {
          assertThat(b.getDouble(v * 24 * n + row * 24 + axis * 8))
              .isEqualTo(100 * row + vectors[v][axis]);
        }
      }
      double[] scalars = {7, 8, 15, 16, 17}; // yaw pitch width height health
      for (int s = 0; s < 5; s++) {
        assertThat(b.getDouble(96 * n + s * 8 * n + row * 8)).isEqualTo(100 * row + scalars[s]);
      }
      long[] longs = {20, 30, 80, 90, 40, 50}; // id age fuse count uuid_hi uuid_lo
      for (int l = 0; l < 6; l++) {
        assertThat(b.getLong(136 * n + l * 8 * n + row * 8)).isEqualTo(longs[l] + row);
      }
      int[] ints = {60, 10, 15, 70}; // type item block tags
      for (int i = 0; i < 4; i++) {
        assertThat(b.getInt(184 * n + i * 4 * n + row * 4)).isEqualTo(ints[i] + row);
      }
      assertThat(b.get(200 * n + row)).isEqualTo((byte) (row == 1 ? 1 : 0));
    }
    assertThat(EntityColumns.ROW_BYTES).isEqualTo(201);
  }

  @Test
  void bufferIsKeptWhileItIsLargeEnoughAndReplacedWhenItMustGrow() {
    ByteBuffer first = columns.buffer();
    columns.begin(1024);
    assertThat(columns.buffer()).isSameAs(first);
    columns.begin(1025);
    assertThat(columns.buffer()).isNotSameAs(first);
    assertThat(columns.buffer().capacity()).isGreaterThanOrEqualTo(1025 * 201);
    assertThat(columns.size()).isEqualTo(1025);
  }

  @Test
  void moreRowsThanATableCanHoldAreRefused() {
    assertThatThrownBy(() -> columns.begin(10_000_001))
        .isInstanceOf(HostException.class)
        .extracting(e -> ((HostException) e).kind())
        .isEqualTo("limit");
  }
}
