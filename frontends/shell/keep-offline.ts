/** Makes the portal one that is installed and opens without a network. */

/** The longest that is waited for a page to come to rest, in milliseconds. */
const longestRest = 30_000;
let rested: Promise<void> | undefined;

/** Resolves once the first page has come to rest: after its load, as much time again as that took. A slow network is not disturbed. */
function rest(): Promise<void> {
  rested ??= new Promise((resolve) => {
    const wait = () => setTimeout(resolve, Math.min(performance.now(), longestRest));
    if (document.readyState === 'complete') wait();
    else addEventListener('load', wait, { once: true });
  });
  return rested;
}

/** What is loaded once the page has come to rest; null where that cannot be, then the next page tries again. */
export const onceRested = () => rest().then(() => import('./inform-worker.ts').catch(() => null));

/**
 * Has the worker keep what this page needs to open without a network.
 * @param manifest of the remote that it shows
 */
export async function keepOffline(manifest?: string): Promise<void> {
  const loaded = await onceRested();
  await loaded?.informWorker(manifest);
}
