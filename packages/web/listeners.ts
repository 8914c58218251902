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
