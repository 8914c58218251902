import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callForBoth } from '@tma/web/api/call';
import type { Answer, Query } from '@tma/web/api/operation-types';
import { lastSeenAt } from '@tma/web/offline/seen';
import { type Choice, problemsOf, refusedBy } from './choice.ts';

/** @property seenAt when they were read, where these are only those last seen (RFC 3339) */
export type Figures = Answer<'GET /api/figures'> & { seenAt?: string };

/** The figures of the choice; the earlier ones stay while they are loaded. */
export function useFigures(choice: Choice) {
  const { tehsil, from, to } = choice;
  const wrong = problemsOf(choice);
  const enabled = tehsil !== '' && !wrong.from && !wrong.to;
  const figures = useQuery({
    queryKey: ['figures', tehsil, from, to],
    queryFn: ({ signal }) => readFigures({ tehsil, from: from || undefined, to: to || undefined }, signal),
    placeholderData: keepPreviousData,
    enabled,
  });
  return { figures, wrong: { ...wrong, ...refusedBy(figures.error, choice) }, enabled };
}

async function readFigures(query: Query<'GET /api/figures'>, signal: AbortSignal): Promise<Figures> {
  const { answer, response } = await callForBoth('GET /api/figures', { query, signal });
  return { ...answer, seenAt: lastSeenAt(response) };
}
