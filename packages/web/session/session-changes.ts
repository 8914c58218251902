/** The listeners of what lives outside of React. */
export function createListeners<T = void>() {
  const listeners = new Set<(change: T) => void>();
  return {
    /** @returns a function that unsubscribes */
    subscribe(listener: (change: T) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify(change: T) {
      for (const listener of listeners) listener(change);
    },
  };
}

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
