package ticklane.host.minestom.client;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;
import ticklane.core.Box;
import ticklane.core.CommandResult;
import ticklane.core.EntityColumns;
import ticklane.core.EventQueue;
import ticklane.core.GameClock;
import ticklane.core.GameHost;
import ticklane.core.GameInfo;
import ticklane.core.NameTable;
import ticklane.core.PictureSource;
import ticklane.core.PlayerInfo;
import ticklane.core.SpawnRequest;
import ticklane.core.TagSets;
import ticklane.host.minestom.CodeTables;

/**
 * The game as a client's frames show it: entities stand between their last two ticks. All else is
 * the client's own, asked for while its thread keeps still; on the render thread.
 */
final class RenderHost implements GameHost {
  private final ClientHost client;
  private final Lock lock;
  private final PictureSource pictures;
  private final CodeTables tables = new CodeTables(new TagSets(Set::of));
  private final EventQueue heard = new EventQueue();
  private EventQueue told;
  private Scene scene;

  /**
   * A view of a client.
   *
   * @param pictures draws the scene of the frame in which it is asked
   */
  RenderHost(ClientHost client, ScenePictures pictures) {
    this.client = client;
    this.pictures = (request, taken, failed) -> pictures.take(request, scene, taken, failed);
    lock = client.lock();
    scene = client.scene(System.nanoTime());
  }

  /** A frame begins: what moves is looked at once. */
  void frame(long now) {
    lock.lock();
    try {
      scene = client.scene(now);
      if (told != null) {
        heard.moveTo(told);
      }
    } finally {
      lock.unlock();
    }
  }

  Scene scene() {
    return scene;
  }

  private <T> T asking(Supplier<T> question) {
    lock.lock();
    try {
      return question.get();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public GameInfo info() {
    return client.info();
  }

  @Override
  public long tick() {
    return scene.tick();
  }

  @Override
  public void fill(EntityColumns columns) {
    scene.fill(columns);
  }

  @Override
  public String name(NameTable table, int code) {
    return tables.name(table, code);
  }

  @Override
  public int code(NameTable table, String name) {
    return tables.code(table, name);
  }

  @Override
  public List<String> nearest(NameTable table, String name, int limit) {
    return tables.nearest(table, name, limit);
  }

  @Override
  public int spawn(SpawnRequest request) {
    return client.spawn(request);
  }

  @Override
  public void modify(ByteBuffer rows, int n, int mask) {
    client.modify(rows, n, mask);
  }

  @Override
  public int remove(ByteBuffer ids, int n) {
    return client.remove(ids, n);
  }

  @Override
  public String removal(int id) {
    return asking(() -> client.removal(id));
  }

  @Override
  public int block(int x, int y, int z) {
    return asking(() -> client.block(x, y, z));
  }

  @Override
  public void readBlocks(Box area, IntBuffer out) {
    lock.lock();
    try {
      client.readBlocks(area, out);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public int writeBlocks(Box area, IntBuffer codes) {
    return client.writeBlocks(area, codes);
  }

  @Override
  public int setBlock(int x, int y, int z, int code, boolean update) {
    return client.setBlock(x, y, z, code, update);
  }

  @Override
  public int fillBlocks(Box area, int code) {
    return client.fillBlocks(area, code);
  }

  @Override
  public int ignite(int x, int y, int z, int fuse) {
    return client.ignite(x, y, z, fuse);
  }

  @Override
  public CommandResult command(String text) {
    return client.command(text);
  }

  @Override
  public CommandResult reply(int number) {
    return client.reply(number);
  }

  @Override
  public int self() {
    return scene.own().id();
  }

  @Override
  public void control(String action, double a, double b, boolean c, boolean d) {
    client.control(action, a, b, c, d);
  }

  @Override
  public PictureSource pictures() {
    return pictures;
  }

  @Override
  public List<PlayerInfo> players() {
    return asking(client::players);
  }

  @Override
  public void subscribe(int mask, EventQueue queue) {
    lock.lock();
    try {
      told = queue;
      heard.want(mask);
      client.twin(heard);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public GameClock clock() {
    return client.clock();
  }
}
