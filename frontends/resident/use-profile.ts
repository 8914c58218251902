import type { Session } from '@supabase/auth-js';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@tma/web/api/api-error';
import { createProfile, type Profile, readProfile } from '@tma/web/api/tables';
import { residentToken } from '@tma/web/session/resident-token';
import { makeProfile } from './profile-fields.ts';

type User = Session['user'];

const textIn = (metadata: User['user_metadata'], name: string) => {
  const value: unknown = metadata[name];
  return typeof value === 'string' ? value : '';
};

/** The profile that a person gave at sign-up; what is missing is an empty string. */
export const profileFrom = ({ id, user_metadata }: Pick<User, 'id' | 'user_metadata'>): Profile => ({
  id,
  ...makeProfile((name) => textIn(user_metadata, name)),
});

/** The profile once it is loaded; where it cannot be read, the one in the session. */
export function useKnownProfile(user: User): Profile | undefined {
  const { data, errorUpdateCount } = useProfile(user);
  return data ?? (errorUpdateCount > 0 ? profileFrom(user) : undefined);
}

/** The resident's profile. Where there is no row yet, one is created from what was given at sign-up. */
export const useProfile = (user: User) =>
  useQuery({
    queryKey: ['profile', user.id],
    queryFn: async ({ signal }) => {
      const token = await residentToken();
      try {
        return await readProfile(user.id, token, signal);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'PGRST116') throw error;
        return createProfile(profileFrom(user), token);
      }
    },
  });
