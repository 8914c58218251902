import { call } from '@tma/web/api';
import { Button } from '@tma/web/ui/button';
import { TextField } from '@tma/web/ui/field';
import { Form } from '@tma/web/ui/form';
import { PasswordField } from '@tma/web/ui/password-field';
import { useForm } from '@tma/web/use-form';
import { useT } from '../texts.ts';
import { token } from '../token.ts';
import { useFailed } from './use-failed.ts';

/** Erases the person, who types their address to show that it is meant, and proves with the password who they are. */
export function DeleteAccount({ email, onDeleted }: { email: string; onDeleted: () => Promise<void> }) {
  const t = useT();
  const page = useForm({ confirmation: '', current_password: '' });
  const { field, secret, sender, head, busy } = page;
  const failed = useFailed(page);

  const matches = (typed: string) =>
    typed.trim().toLowerCase() === email.toLowerCase() || t('profile.deleteMismatch', { email });

  const submit = sender(async ({ current_password }) => {
    try {
      await call('DELETE /auth/v1/user', { body: { current_password }, token: await token() });
    } catch (error) {
      return failed(error instanceof Error ? error : new Error(String(error)));
    }
    await onDeleted();
    return null;
  });

  return (
    <>
      <p>{t('profile.deleteLead')}</p>
      <ul>
        <li>{t('profile.deletePerson')}</li>
        <li>{t('profile.deleteDocuments')}</li>
        <li>{t('profile.deleteReports')}</li>
        <li>{t('profile.deleteAgain')}</li>
      </ul>
      <Form onSubmit={submit} {...head}>
        <TextField
          {...field('confirmation', t('profile.deleteConfirm'), matches)}
          hint={t('profile.deleteHint', { email })}
          type="email"
          autoComplete="off"
        />
        <PasswordField {...secret('current_password', t('profile.currentPassword'))} autoComplete="current-password" />
        <Button type="submit" look="quiet" busy={busy}>
          {busy ? t('profile.deleting') : t('profile.deleteButton')}
        </Button>
      </Form>
    </>
  );
}
