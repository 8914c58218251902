/** What happens to reports that are kept, published to every tab and the worker. */
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

const listeners = new Set<(change: QueueChange) => void>();
let channel: BroadcastChannel | undefined;

/** Opened when it is needed: an open channel keeps a process of Node running. */
function open(): BroadcastChannel {
  if (channel) return channel;
  channel = new BroadcastChannel('tma-reports');
  channel.addEventListener('message', ({ data }) => notifyListeners(data as QueueChange));
  return channel;
}

function notifyListeners(change: QueueChange) {
  for (const listener of listeners) listener(change);
}

export function publishChange(change: QueueChange): void {
  notifyListeners(change);
  open().postMessage(change);
}

/** @returns a function that unsubscribes */
export function onQueueChange(listener: (change: QueueChange) => void): () => void {
  open();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
