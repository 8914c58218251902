import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '@tma/web/api/operation-types';
import { callAsResident } from '@tma/web/session/resident-token';

export type Phone = Answer<'GET /api/phone'>;

const keyOf = (userId: string) => ['phone', userId] as const;

/** The resident's mobile number, and whether the portal sends messages at all. */
export const usePhone = (userId: string) =>
  useQuery({ queryKey: keyOf(userId), queryFn: ({ signal }) => callAsResident('GET /api/phone', { signal }) });

/** Shows the number as an answer says that it is. */
export function useKeepPhone(userId: string): (phone: Phone) => void {
  const client = useQueryClient();
  return (phone) => client.setQueryData(keyOf(userId), phone);
}
