/**
 * Lets those who ask the same at the same time share one read. Who asks while a read runs waits for the next one: nobody is
 * ever told what was read before they asked, so a change that was answered is seen.
 */
export function sharedReads<T>() {
  const last = new Map<string, Promise<unknown>>();
  const next = new Map<string, Promise<T>>();

  /** @param key says all that the read depends on */
  return (key: string, read: () => Promise<T>): Promise<T> => {
    const joined = next.get(key);
    if (joined) return joined;
    const begin = () => {
      next.delete(key);
      return read();
    };
    const mine = (last.get(key) ?? Promise.resolve()).then(begin, begin);
    next.set(key, mine);
    last.set(key, mine);
    const forget = () => {
      if (last.get(key) === mine) last.delete(key);
    };
    mine.then(forget, forget);
    return mine;
  };
}
