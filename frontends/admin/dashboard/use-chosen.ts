import { useSearchParams } from '@tma/web/router';
import { readView, type View, viewQuery } from '@tma/web/view-query';
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
  const view = readView(query);
  const change = (part: Partial<Chosen>, as: 'replace' | 'step') => {
    latest.current = { ...latest.current, ...part };
    setQuery({ ...queryOf(latest.current), ...viewQuery(view) }, { replace: as === 'replace' });
  };
  const show = (another: View) => setQuery({ ...queryOf(latest.current), ...viewQuery(another) });
  return { chosen, change, view, show };
}
