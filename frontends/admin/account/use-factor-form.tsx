import { ApiError } from '@tma/web/api/api-error';
import { serverText } from '@tma/web/errors/error-texts';
import { useForm } from '@tma/web/forms/use-form';
import { removeAdminSession } from '@tma/web/session/admin-session';
import { claimsOf } from '@tma/web/session/token-claims';
import type { DefaultValues } from 'react-hook-form';
import { useT } from '../texts.ts';

/** A form of a step with the second factor: `send` throws what is refused, which is shown at the form's head. */
export function useFactorForm<T extends Record<string, string>>(
  token: string,
  values: DefaultValues<T>,
  send: (values: T) => Promise<void>,
) {
  const t = useT();
  const { field, secret, submitHandler, rejected, formProps, busy } = useForm<T>(values);
  const onSubmit = submitHandler(async (given) => {
    try {
      await send(given);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) removeAdminSession();
      return rejected(error, () => t('factor.failed', { message: serverText(error) || t('account.unreachable') }));
    }
    return null;
  });
  // For password managers, which ask whose password this is.
  const email = String(claimsOf(token)?.email ?? '');
  const username = <input type="text" autoComplete="username" value={email} readOnly hidden />;
  return { field, secret, formProps, busy, onSubmit, username };
}
