package ticklane.core;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What Python notes of every step, as numbers, so that no step costs a call: a header of 8 longs
 * and 8 longs a slot. Read and written on the lane's thread only. Layout: docs/java-python.md.
 */
final class Ledger {
  static final int SLOTS = 256;
  static final int BYTES = 8 * (8 + 8 * SLOTS);

  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES).order(ByteOrder.nativeOrder());

  ByteBuffer buffer() {
    return buffer;
  }

  private long field(int slot, int field) {
    return buffer.getLong(8 * (8 + 8 * slot + field));
  }

  /** One more than the highest slot ever used. */
  int highWater() {
    return (int) Math.max(0, Math.min(SLOTS, buffer.getLong(0)));
  }

  /** Whether the last step asked for entities; asking clears it. */
  boolean takeEntitiesAsked() {
    boolean asked = buffer.getLong(8) != 0;
    if (asked) {
      buffer.putLong(8, 0);
    }
    return asked;
  }

  boolean inUse(int slot) {
    return field(slot, 0) != 0;
  }

  long elapsed(int slot) {
    return field(slot, 1);
  }

  long wallNanos(int slot) {
    return field(slot, 2);
  }

  long cpuNanos(int slot) {
    return field(slot, 3);
  }

  long overruns(int slot) {
    return field(slot, 4);
  }

  long tick(int slot) {
    return field(slot, 5);
  }

  /** 0 starting, 1 running, 2 paused, 3 ended. */
  int state(int slot) {
    return (int) field(slot, 6);
  }

  /** Counts the slot's steps; a new value means a new sample. */
  long steps(int slot) {
    return field(slot, 7);
  }
}
