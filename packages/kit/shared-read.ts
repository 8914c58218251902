/** A read shared by all who ask while it is under way, or less than `maxAgeMs` after it began. A failed one is made again. */
export function sharedRead<T>(read: () => Promise<T>, maxAgeMs = 0): () => Promise<T> {
  let last: { result: Promise<T>; begunAt: number; isOver: boolean } | undefined;
  return () => {
    if (last && (!last.isOver || performance.now() - last.begunAt < maxAgeMs)) return last.result;
    const begun = { begunAt: performance.now(), result: read(), isOver: false };
    last = begun;
    begun.result.then(
      () => {
        begun.isOver = true;
      },
      () => {
        last = undefined;
      },
    );
    return begun.result;
  };
}

/**
 * Callers that ask the same at the same time share one read. A caller never gets a read that began before they asked: while
 * one runs, they wait for the next. So a change that was answered is always seen.
 */
export function sharedReads<T>() {
  const last = new Map<string, Promise<unknown>>();
  const next = new Map<string, Promise<T>>();

  /** @param key names everything that the read depends on */
  return (key: string, read: () => Promise<T>): Promise<T> => {
    const waiting = next.get(key);
    if (waiting) return waiting;
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
