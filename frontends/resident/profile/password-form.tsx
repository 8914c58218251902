import { useQueryClient } from '@tanstack/react-query';
import { NewPasswordField } from '@tma/web/account/new-password-field';
import { useForm } from '@tma/web/forms/use-form';
import { auth } from '@tma/web/session/resident-session';
import { Form, Submit } from '@tma/web/ui/form';
import { PasswordField } from '@tma/web/ui/password-field';
import { useWatch } from 'react-hook-form';
import { useT } from '../texts.ts';
import { useSaveFailure } from './use-save-failure.ts';

/** Another password; every other session of the person ends with it. */
export function PasswordForm({ email }: { email: string }) {
  const t = useT();
  const client = useQueryClient();
  const page = useForm({ current_password: '', password: '' });
  const { form, secret, submitHandler, formProps, busy } = page;
  const saveFailure = useSaveFailure(page, email);
  const typed = useWatch({ control: form.control, name: 'password' });

  const submit = submitHandler(async (given) => {
    const { error } = await auth.updateUser(given);
    if (error) return saveFailure(error);
    form.reset();
    // The others have ended.
    void client.invalidateQueries({ queryKey: ['sessions'] });
    return { tone: 'success', text: () => t('common.passwordChanged') };
  });

  return (
    <Form onSubmit={submit} {...formProps}>
      {/* For password managers, which ask whose password this is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField {...secret('current_password', () => t('profile.currentPassword'))} />
      <NewPasswordField {...secret('password', () => t('common.newPassword'))} typed={typed} email={email} />
      <Submit busy={busy} label={t('profile.changePassword')} meanwhile={t('common.saving')} />
    </Form>
  );
}
