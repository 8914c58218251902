import { useQueryClient } from '@tanstack/react-query';
import { NewPasswordField } from '@tma/web/account/new-password-field';
import { ApiError } from '@tma/web/api/api-error';
import { call } from '@tma/web/api/call';
import { serverText } from '@tma/web/errors/error-texts';
import { useForm } from '@tma/web/forms/use-form';
import { removeAdminSession } from '@tma/web/session/admin-session';
import { claimsOf } from '@tma/web/session/token-claims';
import { Button } from '@tma/web/ui/button';
import { Form } from '@tma/web/ui/form';
import { PasswordField } from '@tma/web/ui/password-field';
import { useWatch } from 'react-hook-form';
import { useT } from '../texts.ts';

/** Another password; every other session of the administrator ends with it. */
export function PasswordForm({ token }: { token: string }) {
  const t = useT();
  const client = useQueryClient();
  const email = String(claimsOf(token)?.email ?? '');
  const { form, secret, submitHandler, rejected, formProps, busy } = useForm({ current_password: '', password: '' });
  const typed = useWatch({ control: form.control, name: 'password' });

  const submit = submitHandler(async ({ current_password: currentPassword, password: newPassword }) => {
    try {
      await call('PUT /adminpassword', { body: { currentPassword, newPassword }, token });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) removeAdminSession();
      return rejected(
        error,
        () => t('account.failed', { message: serverText(error) || t('account.unreachable') }),
        email,
      );
    }
    form.reset();
    // The others have ended.
    void client.invalidateQueries({ queryKey: ['sessions'] });
    return { tone: 'success', text: () => t('account.changed') };
  });

  return (
    <Form onSubmit={submit} {...formProps}>
      {/* For password managers, which ask whose password this is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField {...secret('current_password', () => t('account.current'))} autoComplete="current-password" />
      <NewPasswordField {...secret('password', () => t('account.new'))} typed={typed} email={email} />
      <Button type="submit" busy={busy}>
        {busy ? t('account.busy') : t('account.submit')}
      </Button>
    </Form>
  );
}
