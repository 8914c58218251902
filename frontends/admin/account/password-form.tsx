import { useQueryClient } from '@tanstack/react-query';
import { NewPasswordField } from '@tma/web/account/new-password-field';
import { call } from '@tma/web/api/call';
import { Form, Submit } from '@tma/web/ui/form';
import { PasswordField } from '@tma/web/ui/password-field';
import { useWatch } from 'react-hook-form';
import { useT } from '../texts.ts';
import { useAccountForm } from './use-account-form.tsx';

/** Another password; every other session of the administrator ends with it. */
export function PasswordForm({ token }: { token: string }) {
  const t = useT();
  const client = useQueryClient();
  const { form, secret, formProps, busy, onSubmit, email, username } = useAccountForm(
    token,
    { current_password: '', password: '' },
    'account.failed',
    async ({ current_password: currentPassword, password: newPassword }) => {
      await call('PUT /adminpassword', { body: { currentPassword, newPassword }, token });
      form.reset();
      // The others have ended.
      void client.invalidateQueries({ queryKey: ['sessions'] });
      return { tone: 'success', text: () => t('account.changed') };
    },
  );
  const typed = useWatch({ control: form.control, name: 'password' });

  return (
    <Form onSubmit={onSubmit} {...formProps}>
      {username}
      <PasswordField {...secret('current_password', () => t('account.current'))} />
      <NewPasswordField {...secret('password', () => t('account.new'))} typed={typed} email={email} />
      <Submit busy={busy} label={t('account.submit')} meanwhile={t('common.saving')} />
    </Form>
  );
}
