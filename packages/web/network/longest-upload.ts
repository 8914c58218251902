/** Longer than a form takes on the slowest line, in milliseconds: as long as one hangs on a dead line, nobody else sends it. */
export const longestUpload = 15 * 60_000;
