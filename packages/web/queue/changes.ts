/** What happens to reports that are kept, published to every tab and the worker. */
import { createListeners } from '@tma/web/session/session-changes';

export interface QueueChange {
  /**
   * `sending`: an attempt has begun; `sent`: it was accepted; `changed`: it is kept, otherwise than before, or removed; `forgotten`:
   * the person has logged out, and nothing of theirs stays.
   */
  kind: 'sending' | 'sent' | 'changed' | 'forgotten';
  userId: string;
  /** Of the report; empty where it is about none. */
  key: string;
}

const { subscribe, notify } = createListeners<QueueChange>();
let channel: BroadcastChannel | undefined;

/** Opened when it is needed: an open channel keeps a process of Node running. */
function open(): BroadcastChannel {
  if (channel) return channel;
  channel = new BroadcastChannel('tma-reports');
  channel.addEventListener('message', ({ data }) => notify(data as QueueChange));
  return channel;
}

export function publishChange(change: QueueChange): void {
  notify(change);
  open().postMessage(change);
}

/** @returns a function that unsubscribes */
export function onQueueChange(listener: (change: QueueChange) => void): () => void {
  open();
  return subscribe(listener);
}
