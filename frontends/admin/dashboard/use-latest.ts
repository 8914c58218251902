import { useEffect, useRef } from 'react';

/** What was drawn last, for what goes on meanwhile: it may be another by then. */
export function useLatest<T>(value: T) {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  return latest;
}
