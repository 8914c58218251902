import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiError } from '@tma/web/api/api-error';
import { call } from '@tma/web/api/call';
import type { Answer } from '@tma/web/api/operation-types';
import { type Choice, type Problem, problemsOf } from './choice.ts';

export type Figures = Answer<'GET /api/figures'>;

/** The figures of what is chosen; those of before stay while they are read. */
export function useFigures(choice: Choice) {
  const { tehsil, from, to } = choice;
  const wrong = problemsOf(choice);
  const enabled = tehsil !== '' && !wrong.from && !wrong.to;
  const figures = useQuery({
    queryKey: ['figures', tehsil, from, to],
    queryFn: ({ signal }) =>
      call('GET /api/figures', { query: { tehsil, from: from || undefined, to: to || undefined }, signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
  return { figures, wrong: { ...wrong, ...refusedBy(figures.error, choice) }, enabled };
}

/** What the server finds wrong with the choice, by the field to say it at. A range without an end ends today. */
function refusedBy(error: unknown, { from, to }: Choice): { tehsil?: true; from?: Problem; to?: Problem } {
  if (!(error instanceof ApiError)) return {};
  if (error.status === 404) return { tehsil: true };
  if (error.status !== 400) return {};
  if (error.errors.some(({ path }) => path === 'to')) return { to: 'day' };
  return { from: !to && from > new Date().toISOString().slice(0, 10) ? 'future' : 'long' };
}
