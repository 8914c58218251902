/** Starts the service worker and sends it the names of the files to keep. Loaded by `keep-offline.ts` once the page has come to rest. */
import { defaultLanguage } from '@tma/contracts/languages';

export { sendWaiting } from './send-waiting.ts';

let registered: Promise<ServiceWorkerRegistration | null> | undefined;

/**
 * The service worker, once it runs; null in a browser that has none or refuses it, in which the portal works without.
 */
function startWorker(): Promise<ServiceWorkerRegistration | null> {
  registered ??= (async () => {
    // By the policy of `trusted-types.ts`. What stands in for a browser that refuses may give nothing.
    const registration = await navigator.serviceWorker?.register('/worker.js');
    if (!registration) return null;
    // Browsers look for a new worker by themselves, but at their own time: a new build should be there after this load.
    if (registration.active) registration.update().catch(() => {});
    return await navigator.serviceWorker.ready;
  })().catch(() => null);
  return registered;
}

/** Makes the worker keep the files that this page needs. @param manifest of the remote that it shows */
export async function informWorker(manifest?: string): Promise<void> {
  linkManifest();
  const registration = await startWorker();
  registration?.active?.postMessage({ language: document.documentElement.lang, manifest, files: loadedFiles() });
}

/** The files with a hash in their names that the page has loaded. */
const loadedFiles = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(location.origin) && /\.[0-9a-f]{10}\.(js|css|woff2|svg)$/.test(name));

/** The manifest of the installed portal, in the language of the page. */
function linkManifest(): void {
  const { lang } = document.documentElement;
  const address = lang === defaultLanguage ? '/portal.webmanifest' : `/portal.${lang}.webmanifest`;
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', address);
}

// Without a network, pages open in the language that was chosen last.
new MutationObserver(() => void informWorker()).observe(document.documentElement, { attributeFilter: ['lang'] });
