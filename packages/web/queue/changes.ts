/** What happens to reports that are kept, told to every tab and the worker. */
export interface QueueChange {
  /** `sending`: an attempt has begun; `sent`: it was accepted; `changed`: it is kept, otherwise than before, or removed. */
  kind: 'sending' | 'sent' | 'changed';
  userId: string;
  key: string;
}

const listeners = new Set<(change: QueueChange) => void>();
let channel: BroadcastChannel | null | undefined;

/** Null where there is none; then other tabs see it when they are looked at again. */
function open(): BroadcastChannel | null {
  if (channel !== undefined) return channel;
  channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('tma-reports') : null;
  channel?.addEventListener('message', ({ data }) => hear(data as QueueChange));
  return channel;
}

function hear(change: QueueChange) {
  for (const listener of listeners) listener(change);
}

export function tellChange(change: QueueChange): void {
  hear(change);
  open()?.postMessage(change);
}

/** @returns the way to stop listening */
export function onQueueChange(listener: (change: QueueChange) => void): () => void {
  open();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
