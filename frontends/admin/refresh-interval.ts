/** How often what others may change is read again, in milliseconds: while the tab is visible, and at once when it becomes so. */
export const refreshInterval = 30_000;
