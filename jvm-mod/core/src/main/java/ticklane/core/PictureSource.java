package ticklane.core;

import java.util.function.Consumer;

/** Who can take pictures of the game: a client with a renderer. */
@FunctionalInterface
public interface PictureSource {
  /**
   * Takes one. Any thread, doesn't block; exactly one of the two is called, on any thread.
   *
   * @param taken gets the picture
   * @param failed is told why there is none
   */
  void take(PictureRequest request, Consumer<Picture> taken, Consumer<String> failed);
}
