import { useRef, useState } from 'react';

interface Sending {
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

/**
 * Sending files: the share that has been sent (0 to 1, null while nothing is), and a function to stop it. Leaving the page does not
 * stop it.
 */
export function useSending() {
  const [share, setShare] = useState<number | null>(null);
  const current = useRef<AbortController>(null);
  const send = async <Made>(work: (sending: Sending) => Promise<Made>): Promise<Made> => {
    const controller = new AbortController();
    current.current = controller;
    setShare(0);
    try {
      return await work({ signal: controller.signal, onProgress: setShare });
    } finally {
      setShare(null);
    }
  };
  return { share, send, stop: () => current.current?.abort() };
}
