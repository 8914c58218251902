/** A read shared by all who ask while it is under way, or less than `maxAgeMs` after it began. A failed one is made again. */
export function sharedRead<T>(read: () => Promise<T>, maxAgeMs = 0): () => Promise<T> {
  let last: { result: Promise<T>; begunAt: number; isOver: boolean } | undefined;
  return () => {
    if (last && (!last.isOver || performance.now() - last.begunAt < maxAgeMs)) return last.result;
    const begunAt = performance.now();
    const begun = { result: read(), begunAt, isOver: false };
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
