/**
 * Calls `changed` whenever somebody else, or nobody, is signed in, whichever tab that happened in.
 * @param who identifies the session's owner; null when nobody is signed in
 */
export function onOwnerChange(
  subscribe: (listener: () => void) => unknown,
  who: () => string | null,
  changed: () => void,
): void {
  let before = who();
  subscribe(() => {
    const now = who();
    if (before !== null && before !== now) changed();
    before = now;
  });
}
