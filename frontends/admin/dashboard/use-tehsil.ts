import { useQuery } from '@tanstack/react-query';
import { call } from '@tma/web/api/call';
import type { Answer } from '@tma/web/api/operation-types';
import { refreshInterval } from '@tma/web/api/query';

export type Admin = Answer<'GET /api/admins'>[number];

export const adminsKey = (token: string) => ['admins', token];

/** The tehsil's administrators, by name; not for crew. */
export const useAdmins = (token: string, enabled = true) =>
  useQuery({
    queryKey: adminsKey(token),
    queryFn: ({ signal }) => call('GET /api/admins', { token, signal }),
    staleTime: 60_000,
    enabled,
  });

export type Counts = Answer<'GET /adminrequests/counts'>;

/** How many reports of the tehsil match each filter. */
export const useCounts = (token: string) =>
  useQuery({
    queryKey: ['counts', token],
    queryFn: ({ signal }) => call('GET /adminrequests/counts', { token, signal }),
    refetchInterval: refreshInterval,
  });
