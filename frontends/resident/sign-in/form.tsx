import { pagePath } from '@tma/contracts/pages';
import { type Credentials, SignInForm as Form, noCredentials } from '@tma/web/account/sign-in-form';
import { isNotConfirmed, notConfirmedText, signInError } from '@tma/web/errors/error-texts';
import { useForm } from '@tma/web/forms/use-form';
import { syncLanguage } from '@tma/web/language/language';
import { Link, useLocation, useNavigate } from '@tma/web/router';
import { auth, signOut } from '@tma/web/session/resident-session';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import type { FormMessage } from '@tma/web/ui/form';
import { Done } from '@tma/web/ui/takes-focus';
import { useEffect, useState } from 'react';
import { pathAfterSignIn } from '../return-path.ts';
import { useT } from '../texts.ts';
import { useResend } from '../use-resend.ts';
import { linkError, newEmailOutcome } from './link-outcome.ts';

/** How long a banner is shown before the redirect, in milliseconds: long enough to be read. */
const readingTime = 1200;

/** Goes to another page once a banner could be read. */
function useRedirect() {
  const navigate = useNavigate();
  const [next, setNext] = useState<{ to: string; state?: unknown } | null>(null);
  useEffect(() => {
    if (!next) return;
    const timer = setTimeout(() => navigate(next.to, { replace: true, state: next.state }), readingTime);
    return () => clearTimeout(timer);
  }, [next, navigate]);
  const redirect = (banner: FormMessage, to: string, state?: unknown) => {
    setNext({ to, state });
    return banner;
  };
  return { redirect, isLeaving: next !== null };
}

interface SignInFormProps {
  /** The message that the page was opened with. */
  arrival: FormMessage | null;
  /** `true` holds back the page's redirect of signed-in visitors: the form redirects by itself. */
  onWorking: (working: boolean) => void;
}

export function SignInForm({ arrival, onWorking }: SignInFormProps) {
  const t = useT();
  const { search, hash, state } = useLocation();
  const form = useForm(noCredentials, arrival);
  const { redirect, isLeaving } = useRedirect();
  const toVerification = (email: string) =>
    redirect({ tone: 'error', text: notConfirmedText }, pagePath('emailVerification'), { email });

  const submit = form.submitHandler(async (credentials) => {
    onWorking(true);
    const { data, error } = await auth.signInWithPassword(credentials);
    if (error) {
      onWorking(false);
      return isNotConfirmed(error) ? toVerification(credentials.email) : form.rejected(error, () => signInError(error));
    }
    if (data.user.email_confirmed_at) {
      await syncLanguage(data.user.user_metadata.language);
      return redirect({ tone: 'success', text: () => t('signIn.success') }, pathAfterSignIn(data.user.id, state));
    }
    await signOut();
    return toVerification(credentials.email);
  });

  return (
    <>
      {linkError(hash) && !newEmailOutcome(search, hash) && <ExpiredLink page={form} />}
      <Form form={form} onSubmit={submit} submit={t('signIn.submit')} busy={form.busy || isLeaving} />
      <p>
        <Link to={pagePath('resetPassword')}>{t('signIn.forgot')}</Link>
      </p>
      <p>
        {t('signIn.noAccount')} <Link to={pagePath('signUp')}>{t('signUp.title')}</Link>
      </p>
    </>
  );
}

/** For a confirmation link that has expired: says so, and sends a new one to the address in the form. */
function ExpiredLink({ page: { form, fail } }: { page: ReturnType<typeof useForm<Credentials>> }) {
  const t = useT();
  const { busy, outcome, resend } = useResend();

  const press = () => {
    const email = form.getValues('email').trim();
    if (email !== '') return resend(email);
    fail('email', () => t('signIn.resendTo'));
    form.setFocus('email');
  };
  if (outcome === 'sent') return <Done>{t('verification.resent')}</Done>;
  return (
    <>
      <Banner tone="error">{outcome === 'failed' ? t('verification.resendFailed') : t('signIn.expired')}</Banner>
      <Button look="quiet" busy={busy} onClick={press}>
        {t('verification.resend')}
      </Button>
    </>
  );
}
