/** A cell ends there in every spreadsheet program, in UTF-16 units. What is more of a CSV Excel takes for further rows. */
export const mostSigns = 32_767;

/** Text, or whole rupiah and counts; null where there is nothing. */
export type Cell = string | number | null;

/**
 * What is known of a column, so that its fields need no look: "plain" goes out as it is (numbers, our own words and times),
 * "few" says the same few texts again and again.
 */
export type ColumnLook = 'plain' | 'few' | 'text';
