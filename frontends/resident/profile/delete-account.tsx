import { useForm } from '@tma/web/forms/use-form';
import { callAsResident } from '@tma/web/session/resident-token';
import { TextField } from '@tma/web/ui/field';
import { Form, Submit } from '@tma/web/ui/form';
import { PasswordField } from '@tma/web/ui/password-field';
import { useT } from '../texts.ts';
import { useSaveFailure } from './use-save-failure.ts';

/** Deletes the account. The person types their address to confirm it, and the password to prove who they are. */
export function DeleteAccount({ email, onDeleted }: { email: string; onDeleted: () => Promise<void> }) {
  const t = useT();
  const page = useForm({ confirmation: '', current_password: '' });
  const { field, secret, submitHandler, formProps, busy } = page;
  const saveFailure = useSaveFailure(page);

  const matches = (typed: string) =>
    typed.trim().toLowerCase() === email.toLowerCase() || (() => t('profile.deleteMismatch', { email }));

  const submit = submitHandler(async ({ current_password }) => {
    try {
      await callAsResident('DELETE /auth/v1/user', { body: { current_password } });
    } catch (error) {
      return saveFailure(error as Error);
    }
    await onDeleted();
    return null;
  });

  return (
    <>
      <WhatGoes />
      <Form onSubmit={submit} {...formProps}>
        <TextField
          {...field('confirmation', () => t('profile.deleteConfirm'), matches)}
          hint={t('profile.deleteHint', { email })}
          type="email"
          autoComplete="off"
        />
        <PasswordField {...secret('current_password', () => t('profile.currentPassword'))} />
        <Submit look="quiet" busy={busy} label={t('profile.deleteButton')} meanwhile={t('profile.deleting')} />
      </Form>
    </>
  );
}

function WhatGoes() {
  const t = useT();
  return (
    <>
      <p>{t('profile.deleteLead')}</p>
      <ul>
        <li>{t('profile.deletePerson')}</li>
        <li>{t('profile.deleteDocuments')}</li>
        <li>{t('profile.deleteReports')}</li>
        <li>{t('profile.deleteAgain')}</li>
      </ul>
    </>
  );
}
