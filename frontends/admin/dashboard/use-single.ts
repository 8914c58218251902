import { useFocusReturn } from '@tma/web/hooks/focus';
import { useRef, useState } from 'react';

/**
 * An action of a button that runs once at a time, however often it is pressed. `ref` is for the button: it is disabled while
 * it is busy, which takes the focus from it, and gets it back.
 */
export function useSingle(action: () => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const ref = useFocusReturn(busy);

  const run = async () => {
    // A second press may come before the button is drawn as busy.
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await action();
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, ref, run: () => void run() };
}
