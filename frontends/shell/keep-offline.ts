/** Makes the portal installable, and able to open without a network. */

/** How long to wait at most until a page has settled, in milliseconds. */
const longestRest = 30_000;
let rested: Promise<void> | undefined;

/**
 * Resolves once the first page has settled: after its load, and as much time again, so that a slow network is not
 * disturbed.
 */
function rest(): Promise<void> {
  rested ??= new Promise((resolve) => {
    const wait = () => setTimeout(resolve, Math.min(performance.now(), longestRest));
    if (document.readyState === 'complete') wait();
    else addEventListener('load', wait, { once: true });
  });
  return rested;
}

/** The code that is loaded once the page has settled; null where loading fails, then the next page tries again. */
export const onceRested = () => rest().then(() => import('./inform-worker.ts').catch(() => null));

/**
 * Makes the worker keep the files that this page needs to open without a network.
 * @param manifest of the remote that it shows
 * @returns whether the code for that could be loaded
 */
export async function keepOffline(manifest?: string): Promise<boolean> {
  const loaded = await onceRested();
  await loaded?.informWorker(manifest);
  return loaded !== null;
}
