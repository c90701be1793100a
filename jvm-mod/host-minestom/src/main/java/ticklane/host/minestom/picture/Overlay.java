package ticklane.host.minestom.picture;

import java.util.List;
import ticklane.core.Drawing;

/**
 * What is drawn over a finished picture: scripts' drawings, names, the crosshair. It changes
 * colours only; distances and what is seen stay those of the world.
 */
final class Overlay {
  private static final int WHITE = 0xFFFFFF;
  private static final int BLACK = 0x000000;

  /** A drawing on a face belongs before it, though numbers say the same place. */
  private static final double BEFORE = 0.02;

  private static final double BEFORE_SHARE = 0.002;
  private static final int CROSS = 6;

  /** Pixels of the picture's height for each of a letter's. */
  private static final int LETTER = 260;

  /** Corners of a box that its edges join, a bit for each axis. */
  private static final int[] EDGES = {
    0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7
  };

  private final Raster raster;
  private final int scale;

  Overlay(Raster raster) {
    this.raster = raster;
    scale = Math.max(1, (raster.height + LETTER / 2) / LETTER);
  }

  void draw(List<Drawing> drawings) {
    for (Drawing drawing : drawings) {
      for (int i = 0; i < drawing.count(); i++) {
        switch (drawing.kind()) {
          case LINE -> line(drawing, 6 * i, 6 * i + 1, 6 * i + 2, 6 * i + 3, 6 * i + 4, 6 * i + 5);
          case BOX -> box(drawing, 6 * i);
          case POINT -> point(drawing, 3 * i);
          case TEXT -> text(drawing, 3 * i);
        }
      }
    }
  }

  private void box(Drawing drawing, int i) {
    for (int edge = 0; edge < EDGES.length; edge += 2) {
      int a = EDGES[edge];
      int b = EDGES[edge + 1];
      line(
          drawing,
          i + 3 * (a & 1),
          i + 1 + 3 * (a >> 1 & 1),
          i + 2 + 3 * (a >> 2),
          i + 3 * (b & 1),
          i + 1 + 3 * (b >> 1 & 1),
          i + 2 + 3 * (b >> 2));
    }
  }

  /** A line between two places whose numbers stand there. */
  private void line(Drawing drawing, int ax, int ay, int az, int bx, int by, int bz) {
    double[] ends =
        raster.projectLine(
            drawing.at(ax),
            drawing.at(ay),
            drawing.at(az),
            drawing.at(bx),
            drawing.at(by),
            drawing.at(bz),
            drawing.width());
    if (ends == null) {
      return;
    }
    double dx = ends[3] - ends[0];
    double dy = ends[4] - ends[1];
    int steps = Math.max(1, (int) Math.ceil(Math.max(Math.abs(dx), Math.abs(dy))));
    for (int step = 0; step <= steps; step++) {
      double t = (double) step / steps;
      double inverse = ends[2] + t * (ends[5] - ends[2]);
      stamp(
          drawing,
          (int) Math.floor(ends[0] + t * dx),
          (int) Math.floor(ends[1] + t * dy),
          raster.isParallel() ? inverse : 1 / inverse,
          drawing.width(),
          false);
    }
  }

  private void point(Drawing drawing, int i) {
    double[] at = raster.project(drawing.at(i), drawing.at(i + 1), drawing.at(i + 2));
    if (at != null) {
      stamp(
          drawing, (int) Math.floor(at[0]), (int) Math.floor(at[1]), at[2], drawing.width(), true);
    }
  }

  private void stamp(Drawing drawing, int x, int y, double depth, int size, boolean round) {
    int from = -(size - 1) / 2;
    double middle = from + (size - 1) / 2.0;
    double reach = size * size / 4.0 + 0.1;
    for (int dy = from; dy < from + size; dy++) {
      for (int dx = from; dx < from + size; dx++) {
        boolean outside =
            round && (dx - middle) * (dx - middle) + (dy - middle) * (dy - middle) > reach;
        if (!outside && (drawing.onTop() || isSeen(x + dx, y + dy, depth))) {
          raster.colour(x + dx, y + dy, drawing.colour());
        }
      }
    }
  }

  private boolean isSeen(int x, int y, double depth) {
    return raster.has(x, y) && depth <= raster.depth(x, y) + BEFORE + BEFORE_SHARE * depth;
  }

  private void text(Drawing drawing, int i) {
    double[] at = raster.project(drawing.at(i), drawing.at(i + 1), drawing.at(i + 2));
    if (at == null) {
      return;
    }
    int px = (int) Math.floor(at[0]);
    int py = (int) Math.floor(at[1]);
    if (raster.has(px, py) && (drawing.onTop() || isSeen(px, py, at[2]))) {
      write(drawing.text(), px, py, drawing.colour());
    }
  }

  /** Writes a text whose middle stands over that pixel. */
  void write(String text, int x, int y, int colour) {
    int left = x - scale * Glyphs.width(text) / 2;
    int top = y - scale * (Glyphs.HEIGHT + 1);
    for (int pass = 0; pass < 2; pass++) { // first the outline of all, then the letters
      int at = left;
      for (int i = 0; i < text.length(); i++) {
        int[] columns = Glyphs.columns(text.charAt(i));
        for (int column = 0; column < columns.length; column++) {
          for (int row = 0; row < Glyphs.HEIGHT; row++) {
            if ((columns[column] >> row & 1) != 0) {
              cell(
                  at + scale * column,
                  top + scale * row,
                  pass == 0 ? 1 : 0,
                  pass == 0 ? BLACK : colour);
            }
          }
        }
        at += scale * (columns.length + 1);
      }
    }
  }

  private void cell(int x, int y, int more, int colour) {
    for (int dy = -more; dy < scale + more; dy++) {
      for (int dx = -more; dx < scale + more; dx++) {
        raster.colour(x + dx, y + dy, colour);
      }
    }
  }

  /** Names over entities, the nearest first; one that would stand on another is left out. */
  void names(List<Labels.Label> labels) {
    for (int i = 0; i < labels.size(); i++) {
      Labels.Label label = labels.get(i);
      boolean free = true;
      for (int before = 0; before < i && free; before++) {
        Labels.Label other = labels.get(before);
        int apart = scale * (Glyphs.width(label.text()) + Glyphs.width(other.text())) / 2;
        free =
            Math.abs(label.x() - other.x()) > apart
                || Math.abs(label.y() - other.y()) > scale * Glyphs.HEIGHT;
      }
      if (free) {
        write(label.text(), label.x(), label.y(), WHITE);
      }
    }
  }

  void crosshair() {
    int x = raster.width / 2;
    int y = raster.height / 2;
    for (int pass = 0; pass < 2; pass++) {
      int wide = pass == 0 ? 1 : 0;
      int colour = pass == 0 ? BLACK : WHITE;
      for (int along = -CROSS; along <= CROSS; along++) {
        for (int across = -wide; across <= wide; across++) {
          raster.colour(x + along, y + across, colour);
          raster.colour(x + across, y + along, colour);
        }
      }
    }
  }
}
