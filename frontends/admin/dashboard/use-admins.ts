import { useQuery } from '@tanstack/react-query';
import { call } from '@tma/web/api/call';
import type { Answer } from '@tma/web/api/operation-types';

export type Admin = Answer<'GET /api/admins'>[number];

/** The tehsil's administrators, by name. */
export const useAdmins = (token: string) =>
  useQuery({
    queryKey: ['admins', token],
    queryFn: ({ signal }) => call('GET /api/admins', { token, signal }),
    staleTime: 60_000,
  });
