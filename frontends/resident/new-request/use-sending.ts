import { upload } from '@tma/web/api/upload';
import type { Transport } from '@tma/web/queue/send';
import { useRef, useState } from 'react';

/**
 * Sending a report: the share that has been sent (0 to 1, null while nothing is being sent), and a function to stop it. Who
 * leaves the page does not stop it.
 */
export function useSending() {
  const [share, setShare] = useState<number | null>(null);
  const current = useRef<AbortController>(null);

  const send = async <T>(work: (transport: Transport) => Promise<T>): Promise<T> => {
    const sending = new AbortController();
    current.current = sending;
    const { signal } = sending;
    setShare(0);
    try {
      return await work((envelope) => upload('POST /newrequest', { ...envelope, signal, onProgress: setShare }));
    } finally {
      setShare(null);
    }
  };
  return { share, send, stop: () => current.current?.abort() };
}
