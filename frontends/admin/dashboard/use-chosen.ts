import { useSearchParams } from '@tma/web/router';
import { useEffect, useRef } from 'react';
import { type Chosen, isId, queryOf, readChosen } from './chosen.ts';
import type { Admin } from './use-tehsil.ts';

/** What is chosen, which is in the address, and how it is changed: in place, or as a new step of Back. */
export function useChosen(admins: readonly Admin[] | undefined) {
  const [query, setQuery] = useSearchParams();
  const read = readChosen(query);
  const isGone = isId(read.assignee) && admins !== undefined && !admins.some(({ id }) => id === read.assignee);
  const chosen: Chosen = isGone ? { ...read, assignee: '' } : read;
  // A search that was being typed is chosen later, by a timer: what is chosen then stays.
  const latest = useRef(chosen);
  useEffect(() => {
    latest.current = chosen;
  });
  const change = (part: Partial<Chosen>, as: 'replace' | 'step') => {
    latest.current = { ...latest.current, ...part };
    setQuery({ ...queryOf(latest.current) }, { replace: as === 'replace' });
  };
  return { chosen, change };
}
