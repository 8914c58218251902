import { useEffect, useEffectEvent, useState } from 'react';

/**
 * What `read` gives, undefined until then: read once it is drawn, and again with another `key`. What comes after that, or once the
 * component is gone, is dropped. For what needs no cache of answers; `read` itself sees to a failure.
 */
export function useRead<T>(key: string, read: (signal: AbortSignal) => Promise<T>): T | undefined {
  const [known, setKnown] = useState<{ key: string; value: T }>();
  const begin = useEffectEvent(read);
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    void begin(signal).then((value) => signal.aborted || setKnown({ key, value }));
    return () => ended.abort();
  }, [key]);
  return known?.key === key ? known.value : undefined;
}
