import { pagePath, pageUrl } from '@tma/contracts/pages';
import { NewPasswordField } from '@tma/web/account/new-password-field';
import { signUpError } from '@tma/web/errors/error-texts';
import { useForm } from '@tma/web/forms/use-form';
import { useIsMounted } from '@tma/web/hooks/use-is-mounted';
import { currentLanguage } from '@tma/web/language/language';
import { Link, useNavigate } from '@tma/web/router';
import { auth, signOut } from '@tma/web/session/resident-session';
import { Button } from '@tma/web/ui/button';
import { CardPage } from '@tma/web/ui/card-page';
import { TextField } from '@tma/web/ui/field';
import { Form, Submit } from '@tma/web/ui/form';
import { Spinner } from '@tma/web/ui/spinner';
import { TakesFocus } from '@tma/web/ui/takes-focus';
import { type ComponentProps, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { TextKey } from '../arrival-message.ts';
import { makeProfile, type ProfileFieldName } from '../profile-fields.ts';
import { ProfileFormFields } from '../profile-form-fields.tsx';
import { ServerState } from '../server-state.tsx';
import { useT } from '../texts.ts';

type SignUp = Record<ProfileFieldName | 'email' | 'password', string>;

const emptySignUp: SignUp = { ...makeProfile(() => ''), email: '', password: '' };

/** /signup. While it submits, a spinner replaces the form; after an error it is back with what was typed. */
export default function SignUpPage() {
  const t = useT();
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const form = useForm(emptySignUp);
  // Not the form's own `isSubmitting`, which begins before the fields are checked: fields that are gone are not checked.
  const [busy, setBusy] = useState(false);

  const submit = form.submitHandler(async ({ email, password, ...data }) => {
    setBusy(true);
    const emailRedirectTo = pageUrl(location.origin, 'signIn');
    const options = { data: { ...data, language: currentLanguage() }, emailRedirectTo };
    const { data: created, error } = await auth.signUp({ email, password, options });
    if (error) {
      setBusy(false);
      return form.rejected(error, () => signUpError(error));
    }
    if (created.session && !created.user?.email_confirmed_at) await signOut();
    const state = { email, message: 'signUp.success' satisfies TextKey };
    // A person who has left the page meanwhile stays where they are.
    if (isMounted.current) navigate(pagePath('emailVerification'), { state });
    return null;
  });

  return (
    <ServerState>
      <CardPage title={t('signUp.title')}>
        {busy ? <Busy /> : <SignUpFields form={form} onSubmit={submit} />}
        <p>
          {t('signUp.haveAccount')} <Link to={pagePath('signIn')}>{t('signIn.submit')}</Link>
        </p>
      </CardPage>
    </ServerState>
  );
}

interface SignUpFieldsProps {
  form: ReturnType<typeof useForm<SignUp>>;
  onSubmit: ComponentProps<'form'>['onSubmit'];
}

/** The sign-up form: the profile, with email and password in between. */
function SignUpFields({ form: { form, field, secret, formProps }, onSubmit }: SignUpFieldsProps) {
  const t = useT();
  const [password, email] = useWatch({ control: form.control, name: ['password', 'email'] });
  return (
    <Form onSubmit={onSubmit} {...formProps}>
      <ProfileFormFields
        field={field}
        belowName={<TextField {...field('email', () => t('common.email'))} type="email" autoComplete="username" />}
        belowNumber={
          <NewPasswordField {...secret('password', () => t('signUp.password'))} typed={password} email={email} />
        }
      />
      <Submit label={t('signUp.title')} />
    </Form>
  );
}

function Busy() {
  const t = useT();
  return (
    <>
      <TakesFocus>
        <Spinner />
      </TakesFocus>
      <Button busy>{t('signUp.busy')}</Button>
    </>
  );
}
