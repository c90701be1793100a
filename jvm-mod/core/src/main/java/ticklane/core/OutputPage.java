package ticklane.core;

import java.util.List;

/**
 * Rows of a script's output.
 *
 * @param next the {@code since} that goes on from here
 * @param total rows written so far
 * @param dropped rows from {@code since} on that were rotated away, or whose file somebody took
 * @param truncated a row was too big and is given without its value
 * @param reset the generation is another than the cursor's, so the page starts at its row 0
 * @param lost rows that never came into the file: the queue was full or the disk failed
 * @param lostWhy why the last of them was, "" when none were
 * @param rows each row's JSON text
 */
record OutputPage(
    long since,
    long next,
    boolean more,
    long total,
    long dropped,
    boolean truncated,
    boolean reset,
    long lost,
    String lostWhy,
    List<String> rows) {}
