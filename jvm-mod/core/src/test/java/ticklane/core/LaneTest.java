package ticklane.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaneTest {
  @TempDir private Path folder;
  private TestCore test;
  private Lane lane;
  private FakeRuntime runtime;

  @BeforeEach
  void open() {
    test = new TestCore(folder);
    lane = test.lane;
    runtime = test.runtime;
    lane.open();
  }

  @AfterEach
  void close() {
    lane.close("game_stopped");
    test.close();
  }

  @Test
  void queuedRequestsAreHandledBeforeTheStepOfTheSameTick() throws Exception {
    LaneRequest start = new LaneRequest("start", "fall", null);
    lane.queue(start);
    assertThat(start.reply()).isNull();
    lane.step(5);
    assertThat(runtime.calls).containsExactly("open python-for-tests", "start fall", "step 5");
    assertThat(start.reply()).isEqualTo("+{\"id\":\"fall\"}");
    assertThat(lane.bridge().tick()).isEqualTo(5);
  }

  @Test
  void pacingWaitHandlesRequestsWithoutATick() throws Exception {
    LaneRequest start = new LaneRequest("start", "fall", null);
    lane.queue(start);
    lane.drainUntil(System.nanoTime());
    assertThat(start.reply()).startsWith("+");
    lane.wake();
    lane.drainUntil(Long.MAX_VALUE / 2); // returns, as a wake that came before counts
    Thread waiter = Thread.currentThread();
    Thread waker =
        new Thread(
            () -> {
              Eventually.until("waiting", () -> waiter.getState() == Thread.State.TIMED_WAITING);
              lane.wake();
            });
    waker.start();
    lane.drainUntil(System.nanoTime() + 3_600_000_000_000L);
    waker.join();
  }

  @Test
  void requestTakenBackIsNotActedOn() throws Exception {
    LaneRequest start = new LaneRequest("start", "fall", null);
    lane.queue(start);
    assertThat(start.cancel()).isTrue();
    lane.step(1);
    assertThat(runtime.calls).doesNotContain("start fall");
  }

  @Test
  void entitiesAreFilledAheadOfAStepThatWillAskForThem() {
    runtime.onStep = tick -> runtime.askForEntities();
    lane.step(1);
    assertThat(test.host.fills).isZero();
    runtime.onStep =
        tick -> {
          assertThat(test.host.fills).isEqualTo(1);
          assertThat(lane.bridge().fillEntities()).isZero();
          assertThat(test.host.fills).isEqualTo(1);
          spawn();
          assertThat(lane.bridge().fillEntities()).isEqualTo(1);
          assertThat(test.host.fills).isEqualTo(2);
        };
    lane.step(2);
    runtime.onStep = tick -> {};
    lane.step(3);
    assertThat(test.host.fills).isEqualTo(2);
    assertThat(runtime.calls).contains("step 2");
  }

  private int spawn() {
    return lane.bridge().spawn("tnt", 1, 2, 3, 0, 0, 0, 0, 0, "", 80, "", "", -1, "");
  }

  @Test
  void replacedEntityBufferIsToldByANegativeCount() {
    for (int i = 0; i < 1025; i++) {
      spawn();
    }
    LaneBridge bridge = lane.bridge();
    ByteBuffer old = bridge.entities();
    assertThat(bridge.fillEntities()).isEqualTo(-1026);
    assertThat(bridge.entities()).isNotSameAs(old);
    assertThat(bridge.fillEntities()).isEqualTo(1025);
  }

  @Test
  void failureOfTheRuntimeDoesNotEndTheGame() throws Exception {
    runtime.onStep =
        tick -> {
          throw new IllegalStateException("slip");
        };
    lane.step(1);
    runtime.onControl =
        (verb, script, body) -> {
          throw new StackOverflowError("deep");
        };
    LaneRequest start = new LaneRequest("start", "fall", null);
    lane.queue(start);
    lane.step(2);
    assertThat(start.reply()).startsWith("-").contains("internal");
    assertThat(test.core.gate().isHeldByCurrentThread()).isFalse();
  }

  @Test
  void closingEndsWhatTheRuntimeLeftAliveAndRefusesWhatIsQueued() throws Exception {
    runtime.start("fall");
    LaneRequest queued = new LaneRequest("stop", "fall", null);
    lane.queue(queued);
    lane.close("game_stopped");
    assertThat(runtime.calls).endsWith("close game_stopped", "dispose");
    assertThat(queued.reply()).contains("game_stopped");
    assertThat(test.status("fall")).contains("\"state\":\"ended\",\"reason\":\"game_stopped\"");
    assertThatThrownBy(() -> lane.queue(new LaneRequest("stop", "fall", null)))
        .isInstanceOf(ControlException.class)
        .hasMessageContaining("stopping");
  }

  @Test
  void arraysTravelInDirectBuffers() {
    LaneBridge bridge = lane.bridge();
    ByteBuffer codes = bridge.scratch(4 * 8);
    for (int i = 0; i < 8; i++) {
      codes.putInt(4 * i, 100 + i);
    }
    assertThat(bridge.writeBlocks(-1, 0, 5, 2, 2, 2)).isEqualTo(8);
    assertThat(bridge.block(-1, 1, 5)).isEqualTo(102);
    ByteBuffer read = bridge.readBlocks(-1, 0, 5, 0, 1, 6);
    assertThat(read.isDirect()).isTrue();
    assertThat(read.capacity()).isEqualTo(32);
    assertThat(read.getInt(28)).isEqualTo(107);
    assertThat(kind(() -> bridge.readBlocks(0, 0, 0, 1000, 1000, 1000))).isEqualTo("limit");
    assertThat(kind(() -> bridge.readBlocks(1, 0, 0, 0, 0, 0))).isEqualTo("bad_value");
    assertThat(kind(() -> bridge.modify(1_000_000, 1))).isEqualTo("bad_value");
    assertThat(kind(() -> bridge.name(9, 0))).isEqualTo("bad_value");
    assertThat(bridge.suggest(0, "tmt")).isEqualTo("minecraft:tnt");
    assertThat(bridge.players()).contains("\"name\":\"Ann\"", "\"game_mode\":\"creative\"");
    assertThat(StrictJson.object(bridge.info()).keySet())
        .containsAll(
            List.of(
                "host",
                "minecraft",
                "has",
                "lane",
                "authoritative",
                "dimension",
                "versions",
                "sprinting",
                "frozen",
                "script_memory_mib",
                "memory_watched"));
  }

  private static String kind(Runnable call) {
    try {
      call.run();
      return "";
    } catch (HostException e) {
      return e.kind();
    }
  }

  @Test
  void eventsAreDrainedOnceInOrder() {
    LaneBridge bridge = lane.bridge();
    bridge.subscribe(EventKind.EXPLOSION.bit() | EventKind.CHAT.bit());
    assertThat(test.host.mask).isEqualTo(65);
    test.host.queue.putText(EventKind.CHAT, 1, 0, 0, 0, 0, "Ann", "hi");
    test.host.queue.put(EventKind.EXPLOSION, 1, 0, 9, 0, 0, 0, 0, 0);
    assertThat(bridge.drainEvents()).isEqualTo(2);
    assertThat(bridge.eventText(bridge.events().getInt(28))).isEqualTo("Ann\nhi");
    assertThat(bridge.events().getInt(EventQueue.ROW_BYTES + 4)).isEqualTo(1);
    assertThat(bridge.drainEvents()).isZero();
    assertThat(bridge.eventsDropped()).isZero();
  }
}
