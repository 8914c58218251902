import { useEffect, useRef, useState } from 'react';
import type { Outcome } from './check-report.ts';

/** Checks a report in a worker. @returns what came of it, null while nothing did, and whether one is under way */
export function useCheck() {
  const worker = useRef<Worker>(undefined);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => () => worker.current?.terminate(), []);
  const check = (reference: string) => {
    worker.current?.terminate();
    const started = new Worker(new URL('./worker.ts', import.meta.url));
    const end = (found: Outcome) => {
      setOutcome(found);
      setBusy(false);
    };
    started.onmessage = ({ data }: MessageEvent<Outcome>) => end(data);
    started.onerror = () => end({ state: 'unreachable' });
    worker.current = started;
    setOutcome(null);
    setBusy(true);
    started.postMessage(reference);
  };
  return { outcome, busy, check };
}
