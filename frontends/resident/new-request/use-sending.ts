import { useEffect, useRef, useState } from 'react';
import { submitReport } from './submit.ts';

/** Sending a report: the share that has been sent (0 to 1, null while nothing is being sent), and a function to stop it. */
export function useSending() {
  const [share, setShare] = useState<number | null>(null);
  const current = useRef<AbortController>(null);
  // Leaving the page stops it: the draft is kept.
  useEffect(() => () => current.current?.abort(), []);

  const send = async (form: FormData, key: string) => {
    const sending = new AbortController();
    current.current = sending;
    setShare(0);
    try {
      await submitReport(form, key, { signal: sending.signal, onProgress: setShare });
    } catch (error) {
      setShare(null);
      throw error;
    }
  };
  return { share, send, stop: () => current.current?.abort() };
}
