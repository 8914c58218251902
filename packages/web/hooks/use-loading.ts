import { useEffect, useEffectEvent, useState } from 'react';

/**
 * What `load` gives, or how far it has got; and a function to try again.
 * @param what it is, for the console
 * @param first what is here already
 */
export function useLoading<T extends object>(
  what: string,
  load: () => Promise<T>,
  first?: T,
): [T | 'loading' | 'failed', () => void] {
  const [state, setState] = useState<T | 'loading' | 'failed'>(first ?? 'loading');
  const begin = useEffectEvent(load);
  const warn = useEffectEvent((error: Error) => console.warn(`${what} could not be loaded:`, error.message));
  useEffect(() => {
    if (state !== 'loading') return;
    let mounted = true;
    begin().then(
      (loaded) => mounted && setState(loaded),
      (error: Error) => {
        warn(error);
        if (mounted) setState('failed');
      },
    );
    return () => {
      mounted = false;
    };
  }, [state]);
  return [state, () => setState('loading')];
}
