package ticklane.host.minestom.client;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.function.LongFunction;
import ticklane.core.Drawing;
import ticklane.core.Picture;
import ticklane.core.PictureRequest;
import ticklane.host.minestom.picture.Camera;
import ticklane.host.minestom.picture.Figure;
import ticklane.host.minestom.picture.Labels;
import ticklane.host.minestom.picture.Pictures;
import ticklane.host.minestom.picture.Raster;

/** Pictures of what a client sees; on the render thread. */
final class FramePictures {
  private static final double FOV = 70;
  private static final double DISTANCE = 16;
  private static final double SPAN = 32;

  /** Three edges of a cube are equally long: the angle of an isometric picture. */
  private static final double ISO_PITCH = Math.toDegrees(Math.atan(1 / Math.sqrt(2)));

  private static final double ISO_YAW = 135;

  /** Parallel pictures are taken from so far above what they show. */
  private static final double AWAY = 200;

  private static final float[] NO_DEPTHS = {};
  private static final int[] NO_IDS = {};

  private final ClientHost client;
  private final Pictures pictures;
  private final LongFunction<List<Drawing>> drawings;

  /**
   * Pictures of a client's world.
   *
   * @param drawings what scripts have drawn, at a tick
   */
  FramePictures(ClientHost client, LongFunction<List<Drawing>> drawings) {
    this.client = client;
    this.drawings = drawings;
    pictures = client.newPictures();
  }

  Picture take(PictureRequest wanted, Scene scene) {
    long began = System.nanoTime();
    boolean inside = wanted.camera().equals("eye");
    double x = or(wanted.x(), scene.own().x());
    double y = or(wanted.y(), scene.own().y() + (inside ? scene.eyes() : 0));
    double z = or(wanted.z(), scene.own().z());
    Camera camera = camera(wanted, scene.own(), x, y, z);
    boolean throughItsEyes = inside && Double.isNaN(wanted.x());
    List<Figure> figures = scene.figures(throughItsEyes ? scene.own().id() : -1);
    Raster raster = pictures.draw(camera, wanted.width(), wanted.height(), figures, x, z);
    List<Labels.Label> names = Labels.of(raster, figures);
    Pictures.overlay(
        raster,
        drawings.apply(scene.tick()),
        wanted.labels() ? names : List.of(),
        throughItsEyes && wanted.labels());
    JsonObject facts = facts(wanted, scene, camera, throughItsEyes);
    facts.addProperty("chunks_drawn", pictures.drawn());
    facts.addProperty("draw_ms", round((System.nanoTime() - began) / 1e6));
    facts.add("labels", labels(names));
    return new Picture(
        raster.rgb(),
        wanted.buffers() ? raster.depths() : NO_DEPTHS,
        wanted.buffers() ? raster.ids() : NO_IDS,
        facts);
  }

  private JsonObject facts(PictureRequest wanted, Scene scene, Camera camera, boolean crosshair) {
    JsonObject facts = new JsonObject();
    facts.addProperty("camera", wanted.camera());
    facts.addProperty("width", wanted.width());
    facts.addProperty("height", wanted.height());
    facts.addProperty("tick", scene.tick());
    JsonArray at = new JsonArray();
    boolean exact = wanted.buffers();
    at.add(exact ? camera.x() : round(camera.x()));
    at.add(exact ? camera.y() : round(camera.y()));
    at.add(exact ? camera.z() : round(camera.z()));
    facts.add("at", at);
    facts.addProperty("yaw", exact ? camera.yaw() : round(camera.yaw()));
    facts.addProperty("pitch", exact ? camera.pitch() : round(camera.pitch()));
    if (exact) {
      facts.addProperty("partial", scene.partial());
      facts.addProperty("fov", camera.fov());
      facts.addProperty("span", camera.height());
    }
    facts.addProperty("chunks", client.chunks());
    facts.addProperty("crosshair", crosshair);
    return facts;
  }

  private static JsonArray labels(List<Labels.Label> names) {
    JsonArray labels = new JsonArray();
    for (Labels.Label label : names) {
      JsonObject one = new JsonObject();
      one.addProperty("x", label.x());
      one.addProperty("y", label.y());
      one.addProperty("text", label.text());
      one.addProperty("distance", round(label.distance()));
      labels.add(one);
    }
    return labels;
  }

  private static Camera camera(PictureRequest wanted, Still own, double x, double y, double z) {
    double span = or(wanted.span(), SPAN);
    return switch (wanted.camera()) {
      case "top" -> Camera.parallel(x, y + AWAY, z, or(wanted.yaw(), 180), 90, span);
      case "iso" -> {
        double yaw = or(wanted.yaw(), ISO_YAW);
        double pitch = or(wanted.pitch(), ISO_PITCH);
        double[] from = behind(x, y, z, yaw, pitch, AWAY);
        yield Camera.parallel(from[0], from[1], from[2], yaw, pitch, span);
      }
      case "orbit" -> {
        double yaw = or(wanted.yaw(), ISO_YAW);
        double pitch = or(wanted.pitch(), 30);
        double[] from = behind(x, y, z, yaw, pitch, or(wanted.distance(), DISTANCE));
        yield Camera.eye(from[0], from[1], from[2], yaw, pitch, or(wanted.fov(), FOV));
      }
      default ->
          Camera.eye(
              x,
              y,
              z,
              or(wanted.yaw(), own.yaw()),
              or(wanted.pitch(), own.pitch()),
              or(wanted.fov(), FOV));
    };
  }

  private static double[] behind(
      double x, double y, double z, double yaw, double pitch, double distance) {
    var look = Crosshair.direction((float) yaw, (float) pitch);
    return new double[] {x - look.x() * distance, y - look.y() * distance, z - look.z() * distance};
  }

  private static double or(double wanted, double otherwise) {
    return Double.isNaN(wanted) ? otherwise : wanted;
  }

  private static double round(double value) {
    return Math.round(value * 1000) / 1000.0;
  }
}
