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
  TAG_SET;

  private static final NameTable[] TABLES = values();

  /**
   * The table with that number.
   *
   * @throws HostException kind bad_value
   */
  static NameTable of(int number) {
    if (number < 0 || number >= TABLES.length) {
      throw new HostException(HostException.BAD_VALUE, "no name table " + number);
    }
    return TABLES[number];
  }
}
