package ticklane.host.minestom.world;

/** Is told of every block that changes, in the order of the changes, while the change is made. */
@FunctionalInterface
public interface BlockWatcher {
  void changed(int x, int y, int z, int oldCode, int newCode);
}
