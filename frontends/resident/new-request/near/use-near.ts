import { useQuery } from '@tanstack/react-query';
import { isProblem } from '@tma/contracts/reports/issues';
import type { Answer } from '@tma/web/api/operation-types';
import { useOffline } from '@tma/web/offline/connection';
import { callAsResident } from '@tma/web/session/resident-token';
import { useEffect, useState } from 'react';

export type NearReport = Answer<'GET /api/nearby'>[number];

/** What of a report that is being written others may have reported already. */
interface Written {
  issue: string;
  location: string;
  /** Decimal degrees and metres, as the form has them; null where there is no point. */
  point: { lat: string; long: string; accuracy: string | undefined } | null;
}

/** How long nothing is typed before a place is looked for, in milliseconds. */
const pause = 700;
/** Fewer letters of a place say nothing. */
const shortest = 3;

/** A text as it was when somebody last stopped typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/**
 * Open reports of others that may say the same, once type and place are there. A failure is no trouble of whoever writes: nothing is
 * found then, and without a network nothing is asked.
 */
export function useNear({ issue, ...place }: Written): readonly NearReport[] {
  // A pin is moved step by step, too.
  const { location, point } = JSON.parse(useSettled(JSON.stringify(place))) as typeof place;
  const words = location.trim();
  const isOffline = useOffline();
  const isAsked = isProblem(issue) && (point !== null || words.length >= shortest) && !isOffline;
  const query = { issue, ...point, location: words || undefined };
  const { data } = useQuery({
    queryKey: ['near', issue, query],
    queryFn: ({ signal }) => callAsResident('GET /api/nearby', { query, signal }),
    enabled: isAsked,
    retry: false,
    // While the place is being written, what was found for it so far stays.
    placeholderData: (before, asked) => (asked?.queryKey[1] === issue ? before : undefined),
    // Nothing moves while somebody reads it.
    staleTime: Number.POSITIVE_INFINITY,
    // But what one supports may have changed once the form is opened again.
    gcTime: 0,
  });
  return isAsked ? (data ?? []) : [];
}
