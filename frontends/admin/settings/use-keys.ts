import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '@tma/web/api/call';
import type { Answer, Body } from '@tma/web/api/operation-types';
import { endIfUnauthorized } from './use-deadlines.ts';

export type SystemKey = Answer<'GET /api/keys'>[number];
export type GivenKey = Answer<'POST /api/keys'>;

const keyOf = (token: string) => ['systemKeys', token];

/** The keys of other systems, by their names. */
export const useKeys = (token: string) =>
  useQuery({
    queryKey: keyOf(token),
    queryFn: ({ signal }) => call('GET /api/keys', { token, signal }),
    refetchInterval: 30_000,
  });

/** Something done to the keys, after which they are read again, also where it failed: it may have arrived. */
function useAct<V, R>(token: string, act: (value: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onError: endIfUnauthorized,
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(token) }),
  });
}

export const useGiveKey = (token: string) =>
  useAct(token, (body: Body<'POST /api/keys'>) => call('POST /api/keys', { body, token }));

export const useEndKey = (token: string) =>
  useAct(token, (id: string) => call('DELETE /api/keys/{id}', { params: { id }, token }));
