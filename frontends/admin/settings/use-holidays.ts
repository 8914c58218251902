import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '@tma/web/api/call';
import type { Answer, Body } from '@tma/web/api/operation-types';
import type { AdminSession } from '@tma/web/session/admin-session';
import { endIfUnauthorized } from './use-deadlines.ts';

export type Holiday = Answer<'GET /api/holidays'>[number];

const keyOf = (tehsil: string, year: string) => ['holidays', tehsil, year];
export const yearOf = (day: string) => day.slice(0, 4);

/** The days of a year on which a tehsil's office is closed. */
export const useHolidays = (tehsil: string, year: string) =>
  useQuery({
    queryKey: keyOf(tehsil, year),
    queryFn: ({ signal }) => call('GET /api/holidays', { query: { tehsil, year }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });

/** Sets a holiday, or takes it away with the name null. */
export function useSetHoliday({ token, tehsil }: AdminSession) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<'PUT /api/holidays'>) => call('PUT /api/holidays', { token, body }),
    onSuccess: (holidays, { day }) => client.setQueryData(keyOf(tehsil, yearOf(day)), holidays),
    onError: endIfUnauthorized,
  });
}
