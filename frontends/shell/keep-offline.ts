/** Asks the service worker to keep what opens the portal without a network. */

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

let registered: Promise<ServiceWorker | null> | undefined;

/** The worker once it runs; null in a browser that has none or refuses it, which is no fault: the portal works without. */
function startWorker(): Promise<ServiceWorker | null> {
  registered ??= (async () => {
    // By the policy of `trusted-types.ts`. What stands in for a browser that refuses may give nothing.
    const registration = await navigator.serviceWorker?.register('/worker.js');
    if (!registration) return null;
    followLanguage();
    return (await navigator.serviceWorker.ready).active;
  })().catch(() => null);
  return registered;
}

/** Has the worker keep what this page needs to open without a network. @param manifest of the remote that it shows */
export async function keepOffline(manifest?: string): Promise<void> {
  await rest();
  const worker = await startWorker();
  worker?.postMessage({ language: document.documentElement.lang, manifest, files: loadedFiles() });
}

/** The files with a hash in their names that the page has loaded. */
const loadedFiles = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(location.origin) && /\.[0-9a-f]{10}\.(js|css|woff2)$/.test(name));

/** Without a network, pages open in the language that was chosen last. */
function followLanguage(): void {
  const changed = new MutationObserver(() => void keepOffline());
  changed.observe(document.documentElement, { attributeFilter: ['lang'] });
}
