import { serverText } from '@tma/web/errors/error-texts';
import type { useForm } from '@tma/web/forms/use-form';
import { isSessionEnded, renewSession, signOut } from '@tma/web/session/resident-session';
import type { FormMessage } from '@tma/web/ui/form';
import { useT } from '../texts.ts';

/**
 * Makes the message of a change that could not be saved. Where the server no longer accepts the session, it is ended here as
 * well, which leads to /signin and back, unless it goes on with another token. `email` is the account's address.
 */
export function useSaveFailure({ rejected }: Pick<ReturnType<typeof useForm>, 'rejected'>, email?: string) {
  const t = useT();
  return async (error: Error): Promise<FormMessage> => {
    const goesOn = isSessionEnded(error) && (await renewSession());
    if (goesOn) return rejected(error, () => t('profile.failed', { message: t('profile.again') }), email);
    if (isSessionEnded(error)) await signOut();
    const text = () => t('profile.failed', { message: serverText(error) || t('profile.unreachable') });
    return rejected(error, text, email);
  };
}
