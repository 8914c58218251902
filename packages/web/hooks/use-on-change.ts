import { useEffect, useEffectEvent, useRef } from 'react';

/** Once a value has become another one and that is drawn: where the focus goes, when what had it is gone. Not of the first value. */
export function useOnChange(value: unknown, changed: () => void): void {
  const before = useRef(value);
  const tell = useEffectEvent(changed);
  useEffect(() => {
    if (before.current === value) return;
    before.current = value;
    tell();
  }, [value]);
}
