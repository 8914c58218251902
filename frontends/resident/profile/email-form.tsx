import type { Session } from '@supabase/auth-js';
import { useQuery } from '@tanstack/react-query';
import { pageUrl } from '@tma/contracts/pages';
import { ApiError } from '@tma/web/api/api-error';
import { looksLikeEmail, useForm } from '@tma/web/forms/use-form';
import { auth, isSessionEnded } from '@tma/web/session/resident-session';
import { Banner } from '@tma/web/ui/banner';
import { TextField } from '@tma/web/ui/field';
import { Form, Submit } from '@tma/web/ui/form';
import { PasswordField } from '@tma/web/ui/password-field';
import { newEmailQuery } from '../sign-in/link-outcome.ts';
import { useT } from '../texts.ts';
import { clearUnsavedInput, useUnsavedInput, withUnsavedInput } from '../unsaved-input.ts';
import { useSaveFailure } from './use-save-failure.ts';

/** How often to check whether a new address was confirmed, in milliseconds. */
const refresh = 15_000;

/** The account's current addresses: one may have been confirmed on another device. */
const useAccount = ({ id, email }: Session['user']) =>
  useQuery({
    queryKey: ['account', id],
    queryFn: async () => {
      const { data, error } = await auth.getUser();
      if (error) throw new ApiError(isSessionEnded(error) ? 401 : (error.status ?? 0), error.code ?? '', error.message);
      const account = { email: data.user.email ?? '', newEmail: data.user.new_email ?? null };
      // The token and what other pages show follow.
      if (account.email !== email) await auth.refreshSession();
      return account;
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.newEmail ? refresh : false),
  });

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
    // Not to what it began with, which may be what was typed before.
    form.reset({ email: '', current_password: '' });
    clearUnsavedInput('email');
    await account.refetch();
    return { tone: 'success', text: () => t('profile.emailSent') };
  });

  return (
    <>
      <Addresses current={current} waiting={waiting} />
      <Form onSubmit={submit} {...formProps}>
        <TextField {...field('email', () => t('profile.newEmail'), isAnother)} type="email" autoComplete="email" />
        <PasswordField {...secret('current_password', () => t('profile.currentPassword'))} />
        <Submit busy={busy} label={t('profile.changeEmail')} meanwhile={t('common.saving')} />
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
