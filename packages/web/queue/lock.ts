/**
 * Works with the report of that key while no other tab, and not the worker, does. A lock ends with whoever holds it, also when
 * they are killed. Web Locks need HTTPS; without them two may send a report, which is one by its `Idempotency-Key`.
 * @param wait whether to wait for another holder; else undefined is returned at once
 */
export async function withReport<T>(key: string, work: () => Promise<T>, wait = false): Promise<T | undefined> {
  if (!('locks' in navigator)) return work();
  const options = { ifAvailable: !wait };
  return navigator.locks.request(`tma-report-${key}`, options, async (lock) => (lock ? work() : undefined));
}
