package ticklane.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class FrameReaderTest {
  private static final String F_313 =
      "8000f108001213f305030906e111128841f30300090ad91112f005000506f000030906f00804050dd80d"
          + "0ed80d0ef103010e0f8801f608000809f00002120af40600090c8c4590218b488b0d80419078f9f21903"
          + "0906f8f40e000c16f30001050dd9080cf00301050dfa";
  private static final String G_311 =
      "e800e8008000dd090d886189178c17f0000205179041d81415f000010917f0000109178844d81216884a"
          + "884a884a884af003010917f003020517f000020517f000020517f100020517f400020517f000020517f0"
          + "00020517f000020517f000020517f000020517f000020517f000020517f8f8f8f000020517f000020517"
          + "f000020517f000020517f000020517f000020517";

  private final FrameReader reader = FrameReader.open();

  private static byte[] hex(String text) {
    return java.util.HexFormat.of().parseHex(text);
  }

  @Test
  void lineTableGivesTheLinesThatPythonGives() {
    // As co_lines() of the same functions says, 3.13 and 3.11.
    int[][] ofF = {
      {0, 2},
      {2, 6},
      {6, 4},
      {14, 6},
      {20, 5},
      {32, 4},
      {36, 8},
      {38, 9},
      {40, 10},
      {46, 9},
      {50, 13},
      {64, 16},
      {104, 16},
      {106, 0},
      {110, 4},
      {116, 0},
      {118, 11},
      {136, 12},
      {140, 11},
      {142, 0},
      {146, 0},
      {148, 0},
      {-2, 0},
      {1 << 30, 0}
    };
    for (int[] at : ofF) {
      assertThat(LineTable.line(hex(F_313), 2, at[0])).as("offset %d", at[0]).isEqualTo(at[1]);
    }
    int[][] ofG = {
      {0, 19}, {4, 19}, {6, 20}, {36, 20}, {38, 21}, {46, 22}, {54, 22}, {56, 21}, {58, 20},
      {92, 0}, {96, 0}, {98, 20}, {108, 20}
    };
    for (int[] at : ofG) {
      assertThat(LineTable.line(hex(G_311), 19, at[0])).as("offset %d", at[0]).isEqualTo(at[1]);
    }
  }

  @Test
  void lineTableOfGarbageEnds() {
    Random random = new Random(5);
    for (int i = 0; i < 20_000; i++) {
      byte[] table = new byte[random.nextInt(30)];
      random.nextBytes(table);
      LineTable.line(table, 1, random.nextInt(400));
    }
  }

  static byte[] packed(long address) {
    ByteBuffer out = ByteBuffer.allocate(1000).order(ByteOrder.nativeOrder());
    out.putInt(2);
    for (String text : new String[] {"it.py", "a\nb", "beside.py", "one\n  two = sum(x)\nthree"}) {
      out.putInt(text.length()).put(text.getBytes(StandardCharsets.UTF_8));
    }
    out.putInt(1).putLong(address).putInt(2).putInt(1).putInt(1).put((byte) 'f');
    byte[] table = {(byte) 0x83, 0, (byte) 0xdb, 0, 0}; // 4 units of line 2, then 4 of line 3
    out.putInt(table.length).put(table).flip();
    byte[] bytes = new byte[out.remaining()];
    out.get(bytes);
    return bytes;
  }

  @Test
  void codeIsFoundByItsAddress() {
    ScriptCode code = new ScriptCode(packed(4096));
    assertThat(code.has(4096)).isTrue();
    assertThat(code.has(4097)).isFalse();
    assertThat(code.at(4096, 2))
        .isEqualTo(new ScriptCode.Place(1, "beside.py", 2, "f", "two = sum(x)"));
    assertThat(code.at(4096, 8)).isEqualTo(new ScriptCode.Place(1, "beside.py", 3, "f", "three"));
    assertThat(code.at(4096, 999)).isEqualTo(new ScriptCode.Place(1, "beside.py", 0, "f", ""));
  }

  @Test
  void codeThatCannotBeReadIsUnknown() {
    byte[] good = packed(4096);
    for (int length = 0; length < good.length; length++) {
      assertThat(new ScriptCode(java.util.Arrays.copyOf(good, length)).has(4096)).isFalse();
    }
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      byte[] bad = good.clone();
      for (int n = 0; n < 3; n++) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt();
      }
      new ScriptCode(bad).at(4096, 2);
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void framesAreWalkedFromTheInnermostOutwards() throws Exception {
    long memory = RawMemory.allocate(4096);
    // A state whose word 8 leads to a cell whose word 1 is the frame; three frames of four words.
    RawMemory.put(memory + 64, memory + 512);
    RawMemory.put(memory + 520, memory + 1024);
    for (int i = 0; i < 3; i++) {
      long frame = memory + 1024 + 64L * i;
      RawMemory.put(frame, 70_000 + i); // its code
      RawMemory.put(frame + 8, i == 2 ? 0 : frame + 64); // who called it
      RawMemory.put(frame + 24, 70_000 + i + 200 + 10L * i); // where it is
    }
    FrameLayout layout = new FrameLayout(memory, 64, 8, 0, 8, 24, 200);
    assertThat(layout.isPlausible()).isTrue();
    assertThat(reader.find(layout, address -> address == 70_001 ? "middle" : null))
        .isEqualTo(new FrameReader.Found<>("middle", 10));
    assertThat(reader.find(layout, address -> address >= 70_001 ? address : null))
        .isEqualTo(new FrameReader.Found<>(70_001L, 10));
    assertThat(reader.find(layout, address -> null)).isNull();
    // In a circle.
    RawMemory.put(memory + 1024 + 128 + 8, memory + 1024);
    assertThat(reader.find(layout, address -> null)).isNull();
    // Straight from the state.
    RawMemory.put(memory + 64, memory + 1024 + 64);
    FrameLayout direct = new FrameLayout(memory, 64, -1, 0, 8, 24, 200);
    assertThat(reader.find(direct, address -> address))
        .isEqualTo(new FrameReader.Found<>(70_001L, 10));
  }

  @Test
  void addressesThatAreNotThereAreNoAnswer() {
    Random random = new Random(11);
    for (int i = 0; i < 2_000; i++) {
      FrameLayout layout =
          new FrameLayout(
              random.nextLong() >>> random.nextInt(60), 72, i % 2 - 1 < 0 ? -1 : 0, 0, 8, 56, 200);
      reader.find(layout, address -> null);
    }
    assertThat(reader.find(null, address -> address)).isNull();
    assertThat(reader.find(new FrameLayout(0, 0, -1, 0, 8, 56, 200), address -> address)).isNull();
  }

  @Test
  void numbersThatNoLayoutHasAreNotPlausible() {
    assertThat(new FrameLayout(4096, 72, -1, 0, 8, 56, 200).isPlausible()).isTrue();
    assertThat(new FrameLayout(0, 72, -1, 0, 8, 56, 200).isPlausible()).isFalse();
    assertThat(new FrameLayout(4096, -8, -1, 0, 8, 56, 200).isPlausible()).isFalse();
    assertThat(new FrameLayout(4096, 72, -2, 0, 8, 56, 200).isPlausible()).isFalse();
    assertThat(new FrameLayout(4096, 72, -1, 3, 8, 56, 200).isPlausible()).isFalse();
    assertThat(new FrameLayout(4096, 72, -1, 0, 8, 1 << 20, 200).isPlausible()).isFalse();
  }
}
