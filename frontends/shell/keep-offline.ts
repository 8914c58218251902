/** Makes the portal one that is installed and opens without a network. */

import { defaultLanguage } from '@tma/contracts/languages';

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

let registered: Promise<ServiceWorkerRegistration | null> | undefined;

/** The service worker, once it runs; null in a browser that has none or refuses it. That is no fault: the portal works without. */
function startWorker(): Promise<ServiceWorkerRegistration | null> {
  registered ??= (async () => {
    // By the policy of `trusted-types.ts`. What stands in for a browser that refuses may give nothing.
    const registration = await navigator.serviceWorker?.register('/worker.js');
    if (!registration) return null;
    // Browsers look for a new worker by themselves, but when they do is theirs: a new build is to be there after this load.
    if (registration.active) registration.update().catch(() => {});
    return await navigator.serviceWorker.ready;
  })().catch(() => null);
  return registered;
}

/** Has the worker keep what this page needs to open without a network. @param manifest of the remote that it shows */
export async function keepOffline(manifest?: string): Promise<void> {
  if (!rested) followLanguage();
  linkManifest();
  await rest();
  const registration = await startWorker();
  registration?.active?.postMessage({ language: document.documentElement.lang, manifest, files: loadedFiles() });
}

/** The files with a hash in their names that the page has loaded. */
const loadedFiles = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(location.origin) && /\.[0-9a-f]{10}\.(js|css|woff2)$/.test(name));

/** The manifest of the installed portal, in the language of the page. */
function linkManifest(): void {
  const { lang } = document.documentElement;
  const address = lang === defaultLanguage ? '/portal.webmanifest' : `/portal.${lang}.webmanifest`;
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', address);
}

/** Without a network, pages open in the language that was chosen last. */
function followLanguage(): void {
  const changes = new MutationObserver(() => void keepOffline());
  changes.observe(document.documentElement, { attributeFilter: ['lang'] });
}
