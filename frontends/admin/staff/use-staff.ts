import { useQuery } from '@tanstack/react-query';
import { call } from '@tma/web/api/call';
import type { Answer, Body } from '@tma/web/api/operation-types';
import { refreshInterval } from '@tma/web/api/query';
import { adminsKey } from '../dashboard/use-tehsil.ts';
import { useAct } from '../server-state.tsx';

export type Member = Answer<'GET /api/staff'>[number];

const peopleKey = (token: string) => ['staff', token];
const invitationsKey = (token: string) => ['invitations', token];

/** The people of the office, by name. */
export const usePeople = (token: string) =>
  useQuery({
    queryKey: peopleKey(token),
    queryFn: ({ signal }) => call('GET /api/staff', { token, signal }),
    refetchInterval: refreshInterval,
  });

/** The invitations to it that are open, newest first. */
export const useInvitations = (token: string) =>
  useQuery({
    queryKey: invitationsKey(token),
    queryFn: ({ signal }) => call('GET /api/staff/invitations', { token, signal }),
    refetchInterval: refreshInterval,
  });

/** What is read again after a change: the people, the invitations, and those whom reports can be assigned to. */
const keysOf = (token: string) => [peopleKey(token), invitationsKey(token), adminsKey(token)];

export const useChangeMember = (token: string, id: string) =>
  useAct(keysOf(token), (body: Body<'PUT /api/staff/{id}'>) =>
    call('PUT /api/staff/{id}', { params: { id }, body, token }),
  );

export const useRemoveFactor = (token: string, id: string) =>
  useAct(keysOf(token), () => call('DELETE /api/staff/{id}/factor', { params: { id }, token }));

export const useInvite = (token: string) =>
  useAct(keysOf(token), (body: Body<'POST /api/staff/invitations'>) =>
    call('POST /api/staff/invitations', { body, token }),
  );

export const useWithdraw = (token: string) =>
  useAct(keysOf(token), (id: string) => call('DELETE /api/staff/invitations/{id}', { params: { id }, token }));
