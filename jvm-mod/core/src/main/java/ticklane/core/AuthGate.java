package ticklane.core;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import ticklane.core.Authority.Act;

/**
 * Keeps a lane from giving a player on a client more than the game does. Rights are asked of the
 * host again and again: what was started with rights that have gone is ended. The lane's thread,
 * but for {@link #mayCheat}.
 */
final class AuthGate {
  /** So many one-offs are remembered before those that have ended are forgotten. */
  private static final int MANY = 64;

  private final GameHost host;

  /** What lives and was started as something else than a script. */
  private final Map<String, Act> acts = new HashMap<>();

  private volatile Authority last = Authority.SERVER;

  AuthGate(GameHost host) {
    this.host = host;
  }

  /** Whether the player could cheat here when it was last asked. Any thread. */
  boolean mayCheat() {
    return last.mayCheat();
  }

  /** Why it is refused, in one sentence; "" when it isn't. */
  String refusal(Act act) {
    return host.authority().refusal(act);
  }

  /**
   * It was let in and now lives under that id.
   *
   * @param live gives the ids of those that live
   */
  void started(String id, Act act, Supplier<Set<String>> live) {
    if (act == Act.SCRIPT) {
      acts.remove(id);
      return;
    }
    if (acts.size() >= MANY) {
      acts.keySet().retainAll(live.get());
    }
    acts.put(id, act);
  }

  /**
   * Asks the host; says which of the live scripts have lost what they were started with.
   *
   * @param live the ids of those that live
   */
  List<String> revoked(Set<String> live) {
    Authority now = host.authority();
    last = now;
    acts.keySet().retainAll(live);
    List<String> ending = new ArrayList<>();
    for (String id : live) {
      if (!now.refusal(acts.getOrDefault(id, Act.SCRIPT)).isEmpty()) {
        ending.add(id);
      }
    }
    return ending;
  }

  /** How many one-offs are known. */
  int remembered() {
    return acts.size();
  }

  /** Whether the host says something else than when it was last asked. */
  boolean changed() {
    return !last.equals(host.authority());
  }
}
