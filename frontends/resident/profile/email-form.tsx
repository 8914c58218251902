import type { Session } from '@supabase/auth-js';
import { auth } from '@tma/web/session';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { TextField } from '@tma/web/ui/field';
import { Form } from '@tma/web/ui/form';
import { PasswordField } from '@tma/web/ui/password-field';
import { looksLikeEmail, useForm } from '@tma/web/use-form';
import { newEmailQuery } from '../sign-in/link-fault.ts';
import { useT } from '../texts.ts';
import { forgetTyped, typedBefore, useKeepTyped } from './typed.ts';
import { useAccount } from './use-account.ts';
import { useFailed } from './use-failed.ts';

/** The address, and another one in its place: it counts once the link in the mail to it was followed. */
export function EmailForm({ user }: { user: Session['user'] }) {
  const t = useT();
  const account = useAccount(user);
  const current = account.data?.email ?? user.email ?? '';
  const waiting = account.data?.newEmail;
  const page = useForm(typedBefore(user.id, 'email', { email: '', current_password: '' }));
  const { form, field, secret, sender, head, busy } = page;
  const failed = useFailed(page);
  useKeepTyped(form, user.id, 'email');

  const differs = (email: string) =>
    email.trim().toLowerCase() === current.toLowerCase() ? t('profile.sameEmail') : looksLikeEmail(email);

  const submit = sender(async ({ email, current_password }) => {
    const emailRedirectTo = `${location.origin}/signin?${newEmailQuery}`;
    const { error } = await auth.updateUser({ email: email.trim(), current_password }, { emailRedirectTo });
    if (error) return failed(error);
    form.reset();
    forgetTyped('email');
    await account.refetch();
    return { tone: 'success', text: t('profile.emailSent') };
  });

  return (
    <>
      <p>
        {t('profile.emailNow')} <strong>{current}</strong>
      </p>
      {waiting && <Banner tone="quiet">{t('profile.emailWaiting', { email: waiting })}</Banner>}
      <Form onSubmit={submit} {...head}>
        <TextField {...field('email', t('profile.newEmail'), differs)} type="email" autoComplete="email" />
        <PasswordField {...secret('current_password', t('profile.currentPassword'))} autoComplete="current-password" />
        <Button type="submit" busy={busy}>
          {busy ? t('profile.saving') : t('profile.changeEmail')}
        </Button>
      </Form>
    </>
  );
}
