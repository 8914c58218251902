import type { Session } from '@supabase/auth-js';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@tma/web/api/api-error';
import { auth, isSessionEnded } from '@tma/web/session/resident-session';

/** How often to check whether a new address was confirmed, in milliseconds. */
const refresh = 15_000;

/** The account's current addresses: one may have been confirmed on another device. */
export const useAccount = ({ id, email }: Session['user']) =>
  useQuery({
    queryKey: ['account', id],
    queryFn: async () => {
      const { data, error } = await auth.getUser();
      if (error) throw new ApiError(isSessionEnded(error) ? 401 : (error.status ?? 0), error.code ?? '', error.message);
      const account = { email: data.user.email ?? '', newEmail: data.user.new_email ?? null };
      // The token and what other pages show follow.
      if (account.email !== email) await auth.refreshSession();
      return account;
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.newEmail ? refresh : false),
  });
