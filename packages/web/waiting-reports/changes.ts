/** What happens to waiting reports, published to every tab and the worker. */
import { createListeners } from '@tma/web/listeners';

export interface WaitingChange {
  /**
   * `sending`: an attempt has begun; `sent`: it was accepted; `changed`: it is stored, otherwise than before, or removed; `forgotten`:
   * the person has logged out, and nothing of theirs stays.
   */
  kind: 'sending' | 'sent' | 'changed' | 'forgotten';
  userId: string;
  /** Of the report; empty where it is about none. */
  key: string;
}

const { subscribe, notify } = createListeners<WaitingChange>();
let channel: BroadcastChannel | undefined;

/**
 * Opened when it is needed: an open channel keeps a process of Node running. Undefined where the browser refuses it, as Firefox does
 * with its storage: then a page hears of its own changes alone.
 */
function open(): BroadcastChannel | undefined {
  if (channel) return channel;
  try {
    channel = new BroadcastChannel('tma-reports');
  } catch {
    return undefined;
  }
  channel.addEventListener('message', ({ data }) => notify(data as WaitingChange));
  return channel;
}

export function publishChange(change: WaitingChange): void {
  notify(change);
  open()?.postMessage(change);
}

/** @returns a function that unsubscribes */
export function onWaitingChange(listener: (change: WaitingChange) => void): () => void {
  open();
  return subscribe(listener);
}
