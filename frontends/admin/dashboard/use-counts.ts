import { useQuery } from '@tanstack/react-query';
import { call } from '@tma/web/api';
import type { Answer } from '@tma/web/operation-types';
import { refresh } from './use-list.ts';

export type Counts = Answer<'GET /adminrequests/counts'>;

/** How many reports of the tehsil each filter lets through. */
export const useCounts = (token: string) =>
  useQuery({
    queryKey: ['counts', token],
    queryFn: ({ signal }) => call('GET /adminrequests/counts', { token, signal }),
    refetchInterval: refresh,
  });
