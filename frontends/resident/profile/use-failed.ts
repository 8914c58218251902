import { isSessionGone } from '@tma/web/errors';
import { signOut } from '@tma/web/session';
import type { Said } from '@tma/web/ui/form';
import { useT } from '../texts.ts';

interface Refusable {
  refused: (error: unknown, text: string, email?: string) => Said;
}

/**
 * Says why a change could not be saved. Where the server no longer takes the session it is ended here as well, which leads
 * to /signin and back. `email` is the account's address.
 */
export function useFailed({ refused }: Refusable, email?: string) {
  const t = useT();
  return async (error: Error): Promise<Said> => {
    if (isSessionGone(error)) await signOut();
    return refused(error, t('profile.failed', { message: error.message || t('profile.unreachable') }), email);
  };
}
