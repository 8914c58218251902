/**
 * Runs what sends or changes something that waits on this device while no other tab, and not the worker, runs anything under the same
 * key. The lock ends with the page or worker that holds it, even if that is killed. Web Locks need HTTPS; without them two may send a
 * report, which its `Idempotency-Key` makes one.
 * @param wait whether to wait for another holder; otherwise undefined is returned at once
 */
export async function withLock<T>(key: string, work: () => Promise<T>, wait = false): Promise<T | undefined> {
  if (!('locks' in navigator)) return work();
  const options = { ifAvailable: !wait };
  return navigator.locks.request(`tma-report-${key}`, options, async (lock) => (lock ? work() : undefined));
}
