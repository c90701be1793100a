package ticklane.core;

import java.util.Map;
import java.util.Set;

/**
 * What a host is.
 *
 * @param host short name of the host, such as "minestom"
 * @param minecraft the Minecraft version it speaks, such as "26.1.2"
 * @param has what it models beyond movement ("redstone", "mob_ai", …)
 * @param versions versions of everything that can change a result, by artifact name
 * @param dimension the dimension the lane sees
 * @param authoritative false where positions are interpolated (a client's view)
 */
public record GameInfo(
    String host,
    String minecraft,
    Set<String> has,
    Map<String, String> versions,
    String dimension,
    boolean authoritative) {}
