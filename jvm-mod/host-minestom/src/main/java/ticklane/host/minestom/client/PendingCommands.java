package ticklane.host.minestom.client;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import ticklane.core.CommandResult;

/**
 * Commands the server has not answered yet. The protocol doesn't say which command a line of chat
 * answers, but a server answers in the order it was asked: the oldest that waits gets the line.
 */
final class PendingCommands {
  /** Ticks after which a command counts as one that says nothing. */
  static final int SILENT_TICKS = 40;

  private static final int REMEMBERED = 1024;

  private record Waiting(int number, long until) {}

  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private final Map<Integer, CommandResult> answers =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, CommandResult> eldest) {
          return size() > REMEMBERED;
        }
      };
  private int next = 1;

  /** A command goes out in that client tick; returns its number. */
  int sent(long tick) {
    int number = next++;
    waiting.add(new Waiting(number, tick + SILENT_TICKS));
    return number;
  }

  /** The server says something; true when a command waited for it. */
  boolean answered(boolean ok, String text) {
    Waiting oldest = waiting.poll();
    if (oldest == null) {
      return false;
    }
    answers.put(oldest.number(), new CommandResult(true, ok, -1, text));
    return true;
  }

  /** Gives up on commands that have waited too long. */
  void tick(long tick) {
    while (!waiting.isEmpty() && waiting.peek().until() <= tick) {
      answers.put(
          waiting.poll().number(),
          new CommandResult(
              true, false, -1, "the server has said nothing in %d ticks".formatted(SILENT_TICKS)));
    }
  }

  /** The server is gone: nothing that waits will be answered. */
  void leave() {
    while (!waiting.isEmpty()) {
      answers.put(
          waiting.poll().number(),
          new CommandResult(true, false, -1, "the client has left the world"));
    }
  }

  /** The answer to a command, taken away by asking; null while there is none. */
  CommandResult take(int number) {
    return answers.remove(number);
  }
}
