import { useRef, useState } from 'react';
import { useFocusReturn } from './focus.ts';

/**
 * An action of a button that runs once at a time, however often it is pressed. `ref` is for the button, or for what comes in its
 * place: where the focus is lost meanwhile, it is there afterwards.
 */
export function useSingle<Given extends unknown[]>(action: (...given: Given) => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const ref = useFocusReturn(busy);

  const run = async (...given: Given) => {
    // A second press may come before the button is drawn as busy.
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await action(...given);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, ref, run: (...given: Given) => void run(...given) };
}
