import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Calls `changed` when a value has changed and the page shows it, not for the first value: then the focus can be moved, if the
 * element that had it was removed.
 */
export function useOnChange(value: unknown, changed: () => void): void {
  const before = useRef(value);
  const tell = useEffectEvent(changed);
  useEffect(() => {
    if (before.current === value) return;
    before.current = value;
    tell();
  }, [value]);
}
