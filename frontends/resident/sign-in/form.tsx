import { isNotConfirmed, signInError } from '@tma/web/errors';
import { Link, useLocation, useNavigate } from '@tma/web/router';
import { auth, signOut } from '@tma/web/session';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { TextField } from '@tma/web/ui/field';
import { Form } from '@tma/web/ui/form';
import { PasswordField } from '@tma/web/ui/password-field';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useT } from '../texts.ts';
import { ExpiredLink } from './expired-link.tsx';

/** How long a banner stands before the page goes on, in milliseconds: long enough to be read. */
const readingTime = 1200;

interface SignIn {
  email: string;
  password: string;
}

/** `onWorking(true)` holds back the redirect of a signed-in visitor until the form itself goes on. */
export function SignInForm({ onWorking }: { onWorking: (working: boolean) => void }) {
  const t = useT();
  const navigate = useNavigate();
  const { hash } = useLocation();
  const [banner, setBanner] = useState<string | null>(null);
  const [next, setNext] = useState<{ to: string; state?: unknown } | null>(null);
  const { register, handleSubmit, getValues, setFocus, formState } = useForm<SignIn>({
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;

  useEffect(() => {
    if (!next) return;
    const timer = setTimeout(() => navigate(next.to, { replace: true, state: next.state }), readingTime);
    return () => clearTimeout(timer);
  }, [next, navigate]);

  const goOn = (banner: string, to: string, state?: unknown) => {
    setBanner(banner);
    setNext({ to, state });
  };
  const toVerification = (email: string) =>
    goOn(signInError(new Error('Email not confirmed')), '/email-verification', {
      email,
      message: t('signIn.checkMail'),
    });

  const submit = handleSubmit(async (given) => {
    setBanner(null);
    onWorking(true);
    const { data, error } = await auth.signInWithPassword(given);
    if (error) {
      onWorking(false);
      if (isNotConfirmed(error)) toVerification(given.email);
      else setBanner(signInError(error));
    } else if (!data.user.email_confirmed_at) {
      await signOut();
      toVerification(given.email);
    } else goOn(t('signIn.success'), '/userDashboard');
  });

  const busy = isSubmitting || next !== null;
  return (
    <>
      {hash.includes('error_code=') && (
        <ExpiredLink email={() => getValues('email')} onNoEmail={() => setFocus('email')} />
      )}
      {banner && <Banner tone={banner.includes('successful') ? 'success' : 'error'}>{banner}</Banner>}
      <Form onSubmit={submit}>
        <TextField
          label={t('signIn.email')}
          type="email"
          autoComplete="email"
          required
          error={errors.email?.message}
          {...register('email', { required: t('required', { label: t('signIn.email') }) })}
        />
        <PasswordField
          label={t('signIn.password')}
          autoComplete="current-password"
          required
          error={errors.password?.message}
          {...register('password', { required: t('required', { label: t('signIn.password') }) })}
        />
        <Button type="submit" busy={busy}>
          {busy ? t('signIn.busy') : t('signIn.submit')}
        </Button>
      </Form>
      <p>
        <Link to="/reset-password">{t('signIn.forgot')}</Link>
      </p>
      <p>
        {t('signIn.noAccount')} <Link to="/signup">{t('signIn.signUp')}</Link>
      </p>
    </>
  );
}
