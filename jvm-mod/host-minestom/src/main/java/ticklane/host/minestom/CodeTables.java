package ticklane.host.minestom;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import net.minestom.server.entity.EntityType;
import net.minestom.server.instance.block.Block;
import net.minestom.server.item.Material;
import ticklane.core.HostException;
import ticklane.core.NameTable;
import ticklane.core.NearestNames;
import ticklane.core.TagSets;
import ticklane.host.minestom.entity.Cause;

/** The five name tables that columns and events refer to. */
public final class CodeTables {
  private final TagSets tagSets;

  public CodeTables(TagSets tagSets) {
    this.tagSets = tagSets;
  }

  public String name(NameTable table, int code) {
    return switch (table) {
      case ENTITY_TYPE -> known(EntityType.fromId(code), table, code).name();
      case BLOCK_STATE -> {
        known(code < 0 ? null : Block.fromStateId(code), table, code);
        yield Names.block(code);
      }
      case ITEM -> known(Material.fromId(code), table, code).name();
      case CAUSE -> {
        for (Cause cause : Cause.values()) {
          if (cause.code() == code) {
            yield cause.id();
          }
        }
        yield known((String) null, table, code);
      }
      case TAG_SET -> known(tagSets.name(code), table, code);
    };
  }

  private static <T> T known(T value, NameTable table, int code) {
    if (value == null) {
      throw new HostException(
          HostException.UNKNOWN_NAME,
          "no %s has the code %d".formatted(table.name().toLowerCase(Locale.ROOT), code));
    }
    return value;
  }

  public int code(NameTable table, String name) {
    return switch (table) {
      case ENTITY_TYPE -> {
        EntityType type = Names.entityType(name);
        yield type == null ? -1 : type.id();
      }
      case BLOCK_STATE -> Names.block(name);
      case ITEM -> {
        Material material = Names.item(name);
        yield material == null ? -1 : material.id();
      }
      case CAUSE -> {
        for (Cause cause : Cause.values()) {
          if (cause.id().equals(name)) {
            yield cause.code();
          }
        }
        yield -1;
      }
      case TAG_SET -> tagSets.codeOf(name);
    };
  }

  public List<String> nearest(NameTable table, String name, int limit) {
    return switch (table) {
      case CAUSE ->
          NearestNames.of(name, Arrays.stream(Cause.values()).map(Cause::id).toList(), limit);
      case TAG_SET -> NearestNames.of(name, tagSets.names(), limit);
      case ENTITY_TYPE, BLOCK_STATE, ITEM -> Names.nearest(table, name, limit);
    };
  }
}
