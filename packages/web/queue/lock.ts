/**
 * One at a time: of all tabs and the worker where the browser has Web Locks; elsewhere of this tab alone, and a report that
 * two send is still one report by its `Idempotency-Key`.
 */
const running = new Map<string, Promise<unknown>>();

async function aloneHere<T>(name: string, work: () => Promise<T>, wait: boolean): Promise<T | undefined> {
  const before = running.get(name);
  if (before && !wait) return undefined;
  const mine = (before ?? Promise.resolve()).then(work, work);
  running.set(name, mine);
  try {
    return await mine;
  } finally {
    if (running.get(name) === mine) running.delete(name);
  }
}

/**
 * Works with the report of that key while nobody else does. A lock ends with whoever holds it, also when they are killed.
 * @param wait whether to wait for who does; else undefined is returned at once
 */
export async function withReport<T>(key: string, work: () => Promise<T>, wait = false): Promise<T | undefined> {
  const name = `tma-report-${key}`;
  if (!('locks' in navigator)) return aloneHere(name, work, wait);
  return navigator.locks.request(name, { ifAvailable: !wait }, async (lock) => (lock ? work() : undefined));
}
