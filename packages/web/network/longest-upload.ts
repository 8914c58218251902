/** Longer than a form takes on the slowest line, in milliseconds: who hangs must not keep others from sending it. */
export const longestUpload = 15 * 60_000;
