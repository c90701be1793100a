package ticklane.core;

import java.util.List;

/**
 * What a cursor asked of a script's rows.
 *
 * @param generation the generation the cursor belongs to, -1 when it doesn't say
 * @param since first row wanted; a row's number never changes its meaning within a generation
 * @param keys rows of these keys only, all when empty
 * @param every each so-many-th of the rows that match
 */
record OutputQuery(
    int generation, long since, List<String> keys, int limit, int every, int maxBytes) {}
