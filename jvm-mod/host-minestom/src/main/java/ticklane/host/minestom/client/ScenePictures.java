package ticklane.host.minestom.client;

import java.util.function.Consumer;
import ticklane.core.Picture;
import ticklane.core.PictureRequest;

/** Draws scenes of a client's world. */
@FunctionalInterface
interface ScenePictures {
  /**
   * Has one drawn. Any thread, doesn't block; exactly one of the two is called.
   *
   * @param scene what stands where; null: as it is when it is drawn
   */
  void take(PictureRequest request, Scene scene, Consumer<Picture> taken, Consumer<String> failed);
}
