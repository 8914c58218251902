/**
 * Whether the portal can be reached from here: what the browser knows, and whether calls get an answer. Each frontend of a page
 * has its own copy of this module.
 */
import { createListeners } from '@tma/web/listeners';
import { isSparing } from '@tma/web/network/sparing';
import { useSyncExternalStore } from 'react';

/** How long an answer is waited for before it is asked whether the portal is there at all, in milliseconds. */
const timeout = 6000;
/** How long the answer to that is waited for, in milliseconds: on a slow network it comes after whatever else is loaded. */
const askTimeout = isSparing ? 20_000 : timeout;
/** When it is asked again while it is not, in milliseconds: later each time, and not by everybody at once. */
const askAgain = { first: 10_000, most: 60_000 };
/** The longest that is waited after an outage until everything is read again, in milliseconds: again not by everybody at once. */
const longestReturn = 5000;

const inPage = typeof window !== 'undefined';
const listeners = createListeners();
let offline = false;
let asking: Promise<boolean> | undefined;
let nextAsk: ReturnType<typeof setTimeout> | undefined;

function note(now: boolean): void {
  // Again each time: a worker that was stopped meanwhile has forgotten it.
  if (now || offline) informWorker(!now);
  if (now === offline) return;
  offline = now;
  clearTimeout(nextAsk);
  if (offline) askLater(askAgain.first * (1 + Math.random()));
  listeners.notify();
}

function askLater(wait: number): void {
  nextAsk = setTimeout(() => {
    askLater(Math.min(2 * wait, askAgain.most));
    if (navigator.onLine && document.visibilityState === 'visible') void isReachable();
  }, wait);
}

/** The service worker answers for a page only while its network is gone. A browser without workers loses just that. */
function informWorker(online: boolean): void {
  navigator.serviceWorker
    ?.getRegistration()
    .then((registration) => registration?.active?.postMessage({ online }))
    .catch(() => {});
}

/** Asks the portal whether it is there: any answer will do. A call alone may fail for reasons of its own. */
export function isReachable(): Promise<boolean> {
  if (!inPage) return Promise.resolve(true);
  if (!navigator.onLine) {
    note(true);
    return Promise.resolve(false);
  }
  // No worker answers a HEAD.
  asking ??= fetch('/remotes.json', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(askTimeout) })
    .then(
      () => true,
      () => false,
    )
    .then((there) => {
      asking = undefined;
      note(!there);
      return there;
    });
  return asking;
}

if (inPage) {
  if (!navigator.onLine) note(true);
  window.addEventListener('offline', () => note(true));
  window.addEventListener('online', () => void isReachable());
  document.addEventListener('visibilitychange', () => {
    if (offline && document.visibilityState === 'visible') void isReachable();
  });
}

/** Whether the portal cannot be reached. In the document as it was drawn it can. */
export const useOffline = (): boolean =>
  useSyncExternalStore(
    listeners.subscribe,
    () => offline,
    () => false,
  );

/** Calls `back` soon after the portal can be reached again. @returns a function that stops it */
export function onReachable(back: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = listeners.subscribe(() => {
    clearTimeout(timer);
    if (!offline) timer = setTimeout(back, Math.random() * longestReturn);
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

/**
 * What `work` gives; where it fails or takes long, and the portal cannot be reached, what `instead` gives, if that is anything.
 * @param wait how long it may take before that is looked at, in milliseconds
 */
export function unlessUnreachable<T>(
  work: Promise<T>,
  instead: () => Promise<T | undefined>,
  wait = timeout,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const tryInstead = async () => {
      const other = (await isReachable()) ? undefined : await instead().catch(() => undefined);
      if (other !== undefined) resolve(other);
      return other !== undefined;
    };
    const timer = setTimeout(tryInstead, offline ? 0 : wait);
    work.then(resolve, async (cause: Error) => {
      if (cause.name === 'AbortError' || !(await tryInstead())) reject(cause);
    });
    void work.catch(() => {}).then(() => clearTimeout(timer));
  });
}
