import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * How long a choice by the keyboard waits for another, in milliseconds: the arrow keys choose each one on the way to the one
 * that is meant, and each that is saved is told to somebody.
 */
const keyPause = 800;

/** Calls `use` with what was put last: at once, or after a pause where it was chosen by the keyboard, also when what it is chosen in is left. */
export function usePause<T>(use: (value: T) => void) {
  const waiting = useRef<{ value: T } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const byKey = useRef(false);
  const flush = () => {
    clearTimeout(timer.current);
    const last = waiting.current;
    waiting.current = null;
    if (last) use(last.value);
  };
  const flushAtEnd = useEffectEvent(flush);
  useEffect(() => () => flushAtEnd(), []);
  return {
    put: (value: T) => {
      clearTimeout(timer.current);
      waiting.current = { value };
      if (byKey.current) timer.current = setTimeout(flush, keyPause);
      else flush();
    },
    onKeyDown: () => {
      byKey.current = true;
    },
    onPointerDown: () => {
      byKey.current = false;
    },
    onBlur: flush,
  };
}
