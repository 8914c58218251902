import { signUpError } from '@tma/web/errors';
import { Link, useNavigate } from '@tma/web/router';
import { auth, signOut } from '@tma/web/session';
import { Button } from '@tma/web/ui/button';
import { Card } from '@tma/web/ui/card';
import { PageFrame } from '@tma/web/ui/page-frame';
import { Spinner } from '@tma/web/ui/spinner';
import { useForm } from '@tma/web/use-form';
import { useState } from 'react';
import { ServerState } from '../server-state.tsx';
import { useT } from '../texts.ts';
import { type SignUp, SignUpFields } from './fields.tsx';

const empty: SignUp = {
  first_name: '',
  last_name: '',
  email: '',
  contact_number: '',
  password: '',
  tehsil: '',
  location: '',
};

/** /signup. While it submits, a spinner stands in for the form; what was typed is kept and back after an error. */
export default function SignUpPage() {
  const t = useT();
  const navigate = useNavigate();
  const form = useForm(empty);
  // Not the form's own `isSubmitting`, which begins before the fields were checked: they are not when they are gone.
  const [busy, setBusy] = useState(false);

  const submit = form.sender(async ({ email, password, ...data }) => {
    setBusy(true);
    const emailRedirectTo = `${location.origin}/signin`;
    const { data: made, error } = await auth.signUp({ email, password, options: { data, emailRedirectTo } });
    if (error) {
      setBusy(false);
      return form.refused(error, signUpError(error));
    }
    if (made.session && !made.user?.email_confirmed_at) await signOut();
    navigate('/email-verification', { state: { email, message: t('signUp.success') } });
    return null;
  });

  return (
    <ServerState>
      <PageFrame>
        <Card>
          <h1>{t('signUp.title')}</h1>
          {busy ? (
            <>
              <Spinner />
              <Button busy>{t('signUp.busy')}</Button>
            </>
          ) : (
            <SignUpFields form={form} onSubmit={submit} />
          )}
          <p>
            {t('signUp.haveAccount')} <Link to="/signin">{t('signUp.signIn')}</Link>
          </p>
        </Card>
      </PageFrame>
    </ServerState>
  );
}
