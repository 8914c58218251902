import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Seen } from './drawing/index.ts';
import { boxOf } from './places.ts';

/** How long a map is at rest before it is asked what is on it, in milliseconds. */
const pause = 300;
/** How often it is asked again, as the lists are. */
const refresh = 30_000;

export type Read<R> = (bbox: string, signal: AbortSignal) => Promise<readonly R[]>;

/**
 * The reports on the part of the map that is to be seen: asked for once it is at rest, and again as long as it is. What was asked of
 * another part is dropped; what was there stays until the new is.
 */
export function useReportsOnMap<R>(key: readonly unknown[], read: Read<R>) {
  const [seen, setSeen] = useState<Seen>();
  const [bbox, setBox] = useState<string>();
  useEffect(() => {
    if (!seen || seen.width === 0) return;
    const timer = setTimeout(() => setBox(boxOf(seen, seen.width, seen.height)), pause);
    return () => clearTimeout(timer);
  }, [seen]);
  const found = useQuery({
    queryKey: [...key, bbox],
    queryFn: ({ signal }) => read(bbox ?? '', signal),
    enabled: bbox !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: refresh,
  });
  return { found, onRest: setSeen };
}
