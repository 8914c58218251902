import { useEffect, useEffectEvent } from 'react';

interface ListenerOptions {
  active?: boolean;
  /** Before the elements within hear of it. */
  capture?: boolean;
}

/**
 * Listens to events of these types as long as the component is mounted.
 * @param targetOf called once the component is in the document, so that it may read a ref
 */
export function useListener<E extends Event>(
  targetOf: () => EventTarget | null,
  types: string | readonly string[],
  listener: (event: E) => void,
  { active = true, capture = false }: ListenerOptions = {},
): void {
  const find = useEffectEvent(targetOf);
  const hear = useEffectEvent(listener as (event: Event) => void);
  const names = [types].flat().join(' ');
  useEffect(() => {
    if (!active) return;
    const ended = new AbortController();
    const target = find();
    for (const name of names.split(' '))
      target?.addEventListener(name, (event) => hear(event), { signal: ended.signal, capture });
    return () => ended.abort();
  }, [active, capture, names]);
}

export const inDocument = () => document;
export const inWindow = () => window;
