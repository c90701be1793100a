package ticklane.core;

/**
 * The name tables that columns and events refer to by code; the ordinal is the table's number on
 * the Python side.
 */
public enum NameTable {
  ENTITY_TYPE,
  BLOCK_STATE,
  ITEM,
  CAUSE,
  TAG_SET
}
