package ticklane.host.minestom.picture;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The names of entities that a picture shows. */
public final class Labels {
  private static final int MOST = 60;

  /** What stands over an entity. */
  public record Label(int x, int y, String text, double distance) {}

  private Labels() {}

  /** The nearest first. */
  public static List<Label> of(Raster raster, List<Figure> figures) {
    List<Label> labels = new ArrayList<>();
    for (Figure figure : figures) {
      double[] at = raster.project(figure.x(), figure.y() + figure.height(), figure.z());
      if (at == null || figure.label().isEmpty()) {
        continue;
      }
      int x = (int) Math.floor(at[0]);
      int y = (int) Math.floor(at[1]);
      if (raster.has(x, y) && isSeen(raster, figure)) {
        labels.add(new Label(x, y, figure.label(), at[2]));
      }
    }
    labels.sort(Comparator.comparingDouble(Label::distance));
    return labels.size() > MOST ? labels.subList(0, MOST) : labels;
  }

  private static boolean isSeen(Raster raster, Figure figure) {
    double[] middle = raster.project(figure.x(), figure.y() + figure.height() / 2, figure.z());
    if (middle == null) {
      return false;
    }
    int x = (int) Math.floor(middle[0]);
    int y = Math.clamp((int) Math.floor(middle[1]), 0, raster.height - 1);
    return raster.has(x, y)
        && (raster.subject(x, y) == Raster.ENTITY + figure.id()
            || raster.depth(x, y) >= middle[2] - figure.width());
  }
}
