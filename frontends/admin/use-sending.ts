import { useRef, useState } from 'react';

interface Transport {
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

/** Sending files: the share that has been sent (0 to 1, null while nothing is), and a function to stop it. Who leaves the page does not stop it. */
export function useSending() {
  const [share, setShare] = useState<number | null>(null);
  const current = useRef<AbortController>(null);
  const send = async <Made>(work: (transport: Transport) => Promise<Made>): Promise<Made> => {
    const sending = new AbortController();
    current.current = sending;
    setShare(0);
    try {
      return await work({ signal: sending.signal, onProgress: setShare });
    } finally {
      setShare(null);
    }
  };
  return { share, send, stop: () => current.current?.abort() };
}
