package ticklane.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScriptPicturesTest {
  @TempDir Path folder;

  private static Drawing points(int n, long until) {
    return new Drawing(Drawing.Kind.POINT, new double[3 * n], 0, 1, false, until, "");
  }

  @Test
  void drawingsGoWhenTheirTimeIsOverAndMakeRoom() {
    ScriptPictures pictures = new ScriptPictures(folder);
    int first = pictures.draw(points(ScriptPictures.MOST_DRAWN, 5), 0);
    assertThatThrownBy(() -> pictures.draw(points(1, 9), 4)).hasMessageContaining("at most 20,000");
    assertThat(pictures.isDrawn(first, 4)).isTrue();
    assertThat(pictures.isDrawn(first, 5)).isFalse();
    pictures.draw(points(1, Long.MAX_VALUE), 5);
    List<Drawing> seen = new ArrayList<>();
    pictures.addTo(seen, 5);
    assertThat(seen).hasSize(1);
  }

  @Test
  void picturesUnderWayAreBoundedAndWrittenOnesMakeRoom() {
    ScriptPictures pictures = new ScriptPictures(folder);
    List<PictureJob> jobs = new ArrayList<>();
    for (int i = 0; i < ScriptPictures.MOST_UNDER_WAY; i++) {
      PictureJob job = new PictureJob(true);
      jobs.add(job);
      pictures.begin(job);
    }
    assertThatThrownBy(() -> pictures.begin(new PictureJob(false))).hasMessageContaining("yield");
    jobs.get(0).written();
    assertThat(pictures.begin(new PictureJob(false))).isPositive();
  }

  @Test
  void filesHaveTheirNamesOrTheirNumbers() throws IOException {
    ScriptPictures pictures = new ScriptPictures(folder.resolve("deep"));
    assertThat(pictures.file("blast").getFileName()).hasToString("blast.png");
    Path second = pictures.file("");
    assertThat(second.getFileName()).hasToString("picture-0002.png");
    byte[] png = PngFile.of(new byte[3 * 5 * 4], 5, 4);
    pictures.write(second, png);
    byte[] written = Files.readAllBytes(second);
    assertThat(ByteBuffer.wrap(written).getInt(16)).isEqualTo(5);
    assertThat(ByteBuffer.wrap(written).getInt(20)).isEqualTo(4);
  }
}
