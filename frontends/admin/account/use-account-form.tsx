import { reasonOf } from '@tma/web/errors/error-texts';
import { useForm } from '@tma/web/forms/use-form';
import { claimsOf } from '@tma/web/session/token-claims';
import type { FormMessage } from '@tma/web/ui/form';
import type { DefaultValues } from 'react-hook-form';
import { noteFailure } from '../server-state.tsx';
import { useT } from '../texts.ts';

/**
 * A form about the administrator's own account. `send` throws what is refused, which is shown at the form's head.
 * @param failed the text for that, which is filled with what the server said
 */
export function useAccountForm<T extends Record<string, string>>(
  token: string,
  values: DefaultValues<T>,
  failed: 'account.failed' | 'factor.failed',
  send: (values: T) => Promise<FormMessage | null>,
) {
  const t = useT();
  const { submitHandler, rejected, ...form } = useForm<T>(values);
  const email = String(claimsOf(token)?.email ?? '');
  const onSubmit = submitHandler(async (given) => {
    try {
      return await send(given);
    } catch (error) {
      noteFailure(error);
      return rejected(error, () => t(failed, { message: reasonOf(error) }), email);
    }
  });
  // For password managers, which ask whose password this is.
  const username = <input type="text" autoComplete="username" value={email} readOnly hidden />;
  return { ...form, onSubmit, email, username };
}
