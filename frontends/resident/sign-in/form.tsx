import { isNotConfirmed, signInError } from '@tma/web/errors';
import { Link, useLocation, useNavigate } from '@tma/web/router';
import { auth, signOut } from '@tma/web/session';
import type { Said } from '@tma/web/ui/form';
import { SignInForm as Form, noCredentials } from '@tma/web/ui/sign-in-form';
import { useForm } from '@tma/web/use-form';
import { useEffect, useState } from 'react';
import { toneOf } from '../banner-tone.ts';
import { afterSignIn } from '../return-path.ts';
import { useT } from '../texts.ts';
import { ExpiredLink } from './expired-link.tsx';
import { linkFault, newEmailNews } from './link-fault.ts';

/** How long a banner stands before the page goes on, in milliseconds: long enough to be read. */
const readingTime = 1200;

const bannerOf = (text: string): Said => ({ tone: toneOf(text), text });

interface SignInFormProps {
  /** What the page was opened with. */
  arrival: string | null;
  /** `true` holds back the redirect of a signed-in visitor until the form itself goes on. */
  onWorking: (working: boolean) => void;
}

export function SignInForm({ arrival, onWorking }: SignInFormProps) {
  const t = useT();
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  const [next, setNext] = useState<{ to: string; state?: unknown } | null>(null);
  const form = useForm(noCredentials, arrival ? bannerOf(arrival) : null);

  useEffect(() => {
    if (!next) return;
    const timer = setTimeout(() => navigate(next.to, { replace: true, state: next.state }), readingTime);
    return () => clearTimeout(timer);
  }, [next, navigate]);

  const goOn = (banner: string, to: string, state?: unknown) => {
    setNext({ to, state });
    return bannerOf(banner);
  };
  const toVerification = (email: string) =>
    goOn(signInError(new Error('Email not confirmed')), '/email-verification', {
      email,
      message: t('signIn.checkMail'),
    });

  const submit = form.sender(async (given) => {
    onWorking(true);
    const { data, error } = await auth.signInWithPassword(given);
    if (error) {
      onWorking(false);
      return isNotConfirmed(error) ? toVerification(given.email) : form.refused(error, signInError(error));
    }
    if (data.user.email_confirmed_at) return goOn(t('signIn.success'), afterSignIn(data.user.id));
    await signOut();
    return toVerification(given.email);
  });

  return (
    <>
      {linkFault(hash) && !newEmailNews(search, hash) && <ExpiredLink form={form.form} />}
      <Form form={form} onSubmit={submit} submit={t('signIn.submit')} busy={form.busy || next !== null} />
      <p>
        <Link to="/reset-password">{t('signIn.forgot')}</Link>
      </p>
      <p>
        {t('signIn.noAccount')} <Link to="/signup">{t('signIn.signUp')}</Link>
      </p>
    </>
  );
}
