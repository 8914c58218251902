import type { Session } from '@supabase/auth-js';
import { pageUrl } from '@tma/contracts/pages';
import { looksLikeEmail, useForm } from '@tma/web/forms/use-form';
import { auth } from '@tma/web/session/resident-session';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { TextField } from '@tma/web/ui/field';
import { Form } from '@tma/web/ui/form';
import { PasswordField } from '@tma/web/ui/password-field';
import { newEmailQuery } from '../sign-in/link-outcome.ts';
import { useT } from '../texts.ts';
import { clearUnsavedInput, useUnsavedInput, withUnsavedInput } from '../unsaved-input.ts';
import { useAccount } from './use-account.ts';
import { useSaveFailure } from './use-save-failure.ts';

/** The address of the account, and a form for another one, which counts once the link in the mail to it was followed. */
export function EmailForm({ user }: { user: Session['user'] }) {
  const t = useT();
  const account = useAccount(user);
  const current = account.data?.email ?? user.email ?? '';
  const waiting = account.data?.newEmail;
  const page = useForm(withUnsavedInput(user.id, 'email', { email: '', current_password: '' }));
  const { form, field, secret, submitHandler, formProps, busy } = page;
  const saveFailure = useSaveFailure(page);
  useUnsavedInput(form, user.id, 'email');

  const isAnother = (email: string) =>
    email.trim().toLowerCase() === current.toLowerCase() ? () => t('profile.sameEmail') : looksLikeEmail(email);

  const submit = submitHandler(async ({ email, current_password }) => {
    const emailRedirectTo = pageUrl(location.origin, 'signIn', newEmailQuery);
    const { error } = await auth.updateUser({ email: email.trim(), current_password }, { emailRedirectTo });
    if (error) return saveFailure(error);
    form.reset();
    clearUnsavedInput('email');
    await account.refetch();
    return { tone: 'success', text: () => t('profile.emailSent') };
  });

  return (
    <>
      <Addresses current={current} waiting={waiting} />
      <Form onSubmit={submit} {...formProps}>
        <TextField {...field('email', () => t('profile.newEmail'), isAnother)} type="email" autoComplete="email" />
        <PasswordField
          {...secret('current_password', () => t('profile.currentPassword'))}
          autoComplete="current-password"
        />
        <Button type="submit" busy={busy}>
          {busy ? t('common.saving') : t('profile.changeEmail')}
        </Button>
      </Form>
    </>
  );
}

function Addresses({ current, waiting }: { current: string; waiting: string | null | undefined }) {
  const t = useT();
  return (
    <>
      <p>
        {t('profile.emailNow')} <strong dir="ltr">{current}</strong>
      </p>
      {waiting && <Banner tone="quiet">{t('profile.emailWaiting', { email: waiting })}</Banner>}
    </>
  );
}
