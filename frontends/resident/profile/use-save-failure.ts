import { isSessionEnded, signOut } from '@tma/web/session/resident-session';
import type { FormMessage } from '@tma/web/ui/form';
import { useT } from '../texts.ts';

interface RejectableForm {
  rejected: (error: unknown, text: string, email?: string) => FormMessage;
}

/**
 * Makes the message of a change that could not be saved. Where the server no longer accepts the session, it is ended here as
 * well, which leads to /signin and back. `email` is the account's address.
 */
export function useSaveFailure({ rejected }: RejectableForm, email?: string) {
  const t = useT();
  return async (error: Error): Promise<FormMessage> => {
    if (isSessionEnded(error)) await signOut();
    return rejected(error, t('profile.failed', { message: error.message || t('profile.unreachable') }), email);
  };
}
