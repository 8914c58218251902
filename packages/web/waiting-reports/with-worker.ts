/** What a page does so that reports are sent when it is closed, as far as the browser can. */
import { isTokenQuestion, syncTag, type TokenQuestion } from '@tma/web/waiting-reports/in-worker';

/** Not in every browser, so not in the types of the DOM. */
interface WithSync {
  sync?: { register: (tag: string) => Promise<void>; getTags: () => Promise<string[]> };
}

/** Whether this browser can send without an open page. */
export const sendsInBackground = () => 'SyncManager' in globalThis && 'serviceWorker' in navigator;

/**
 * Asks the browser to wake the worker once there is a network, unless it has been asked already: if it is asked while the worker is
 * sending, it wakes the worker again at once. If the browser cannot do this, the page sends.
 */
export async function wakeWorkerOnline(): Promise<void> {
  if (!sendsInBackground()) return;
  try {
    const registration = (await navigator.serviceWorker.getRegistration()) as
      | (ServiceWorkerRegistration & WithSync)
      | undefined;
    const sync = registration?.active ? registration.sync : undefined;
    if (sync && !(await sync.getTags()).includes(syncTag)) await sync.register(syncTag);
  } catch (error) {
    console.warn('The worker will not send it:', error);
  }
}

let asked = false;

/** Asks the browser, once, not to delete what is stored when it needs room. What it answers changes nothing. */
export function askToPersist(): void {
  if (asked || !('storage' in navigator)) return;
  asked = true;
  void navigator.storage.persist?.().catch(() => false);
}

/** Answers the worker's questions for a token. @returns a function that stops it */
export function answerWorker(readToken: (question: TokenQuestion) => Promise<string | null>): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const listen = ({ data, ports }: MessageEvent<unknown>) => {
    const [port] = ports;
    if (!port || !isTokenQuestion(data)) return;
    void readToken(data)
      .catch(() => null)
      .then((token) => port.postMessage(token));
  };
  navigator.serviceWorker.addEventListener('message', listen);
  navigator.serviceWorker.startMessages();
  return () => navigator.serviceWorker.removeEventListener('message', listen);
}
