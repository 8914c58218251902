/**
 * How often data that others may change are read again, in milliseconds: while the tab is visible, and at once when it becomes
 * visible.
 */
export const refreshInterval = 30_000;
