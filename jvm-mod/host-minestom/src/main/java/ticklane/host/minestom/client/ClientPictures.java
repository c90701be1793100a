package ticklane.host.minestom.client;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import net.minestom.server.entity.EntityType;
import ticklane.core.Picture;
import ticklane.core.PictureRequest;
import ticklane.host.minestom.picture.Camera;
import ticklane.host.minestom.picture.Figure;
import ticklane.host.minestom.picture.Pictures;
import ticklane.host.minestom.picture.Raster;

/** Pictures of what a client sees; on the client's thread. */
final class ClientPictures {
  private static final double FOV = 70;
  private static final double DISTANCE = 16;
  private static final double SPAN = 32;

  /** Three edges of a cube are equally long: the angle of an isometric picture. */
  private static final double ISO_PITCH = Math.toDegrees(Math.atan(1 / Math.sqrt(2)));

  private static final double ISO_YAW = 135;

  /** Parallel pictures are taken from so far above what they show. */
  private static final double AWAY = 200;

  private final SeenWorld world;
  private final Pictures pictures;

  ClientPictures(SeenWorld world) {
    this.world = world;
    pictures = new Pictures(world.blocks(), world.table());
  }

  Picture take(PictureRequest wanted, OwnPlayer own) {
    boolean inside = wanted.camera().equals("eye");
    double x = or(wanted.x(), own.body().x);
    double y = or(wanted.y(), own.body().y + (inside ? own.eyes() : 0));
    double z = or(wanted.z(), own.body().z);
    Camera camera = camera(wanted, own, x, y, z);
    boolean throughItsEyes = inside && Double.isNaN(wanted.x());
    List<Figure> figures = figures(throughItsEyes ? own.body() : null);
    Raster raster =
        pictures.draw(camera, wanted.width(), wanted.height(), world.blocks(), figures, x, z);
    JsonObject facts = new JsonObject();
    facts.addProperty("camera", wanted.camera());
    facts.addProperty("width", raster.width);
    facts.addProperty("height", raster.height);
    JsonArray at = new JsonArray();
    at.add(round(camera.x()));
    at.add(round(camera.y()));
    at.add(round(camera.z()));
    facts.add("at", at);
    facts.addProperty("yaw", round(camera.yaw()));
    facts.addProperty("pitch", round(camera.pitch()));
    facts.addProperty("chunks", world.blocks().count());
    facts.addProperty("crosshair", throughItsEyes);
    JsonArray labels = new JsonArray();
    for (Pictures.Label label : Pictures.labels(raster, figures)) {
      JsonObject one = new JsonObject();
      one.addProperty("x", label.x());
      one.addProperty("y", label.y());
      one.addProperty("text", label.text());
      one.addProperty("distance", round(label.distance()));
      labels.add(one);
    }
    facts.add("labels", labels);
    return new Picture(raster.rgb(), facts);
  }

  private static Camera camera(PictureRequest wanted, OwnPlayer own, double x, double y, double z) {
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
              or(wanted.yaw(), own.body().yaw),
              or(wanted.pitch(), own.body().pitch),
              or(wanted.fov(), FOV));
    };
  }

  private static double[] behind(
      double x, double y, double z, double yaw, double pitch, double distance) {
    var look = Crosshair.direction((float) yaw, (float) pitch);
    return new double[] {x - look.x() * distance, y - look.y() * distance, z - look.z() * distance};
  }

  private List<Figure> figures(SeenEntity except) {
    List<Figure> figures = new ArrayList<>();
    for (SeenEntity entity : world.entities()) {
      if (entity == except) {
        continue;
      }
      boolean lives = !Double.isNaN(entity.health) || entity.type.id() == EntityType.PLAYER.id();
      SeenWorld.Listed listed = world.player(entity.uuid);
      figures.add(
          new Figure(
              entity.id,
              listed == null ? entity.type.key().value() : listed.name(),
              entity.x,
              entity.y,
              entity.z,
              entity.width,
              entity.height,
              lives ? entity.yaw : Double.NaN,
              entity.type.registry().eyeHeight(),
              colour(entity)));
    }
    return figures;
  }

  private int colour(SeenEntity entity) {
    if (entity.type.id() == EntityType.TNT.id()) {
      return entity.fuse / 5 % 2 == 0 ? 0xDB3A2B : 0xF5F5F5; // it blinks
    }
    if (entity.block >= 0) {
      return pictures.colour(entity.block);
    }
    // A colour of its own for each type, away from grey.
    int hash = entity.type.id() * 0x9E3779B1;
    return 0x404040 | (hash >>> 8 & 0xBFBFBF);
  }

  private static double or(double wanted, double otherwise) {
    return Double.isNaN(wanted) ? otherwise : wanted;
  }

  private static double round(double value) {
    return Math.round(value * 1000) / 1000.0;
  }
}
