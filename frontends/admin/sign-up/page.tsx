import { pagePath } from '@tma/contracts/pages';
import { NewPasswordField } from '@tma/web/account/new-password-field';
import { TehsilSelect } from '@tma/web/account/tehsil-select';
import { callForResponse } from '@tma/web/api/call';
import { adminSignUpError } from '@tma/web/errors/error-texts';
import { looksLikeEmail, useForm } from '@tma/web/forms/use-form';
import { useIsMounted } from '@tma/web/hooks/use-is-mounted';
import { currentLanguage } from '@tma/web/language/language';
import { Link, useNavigate } from '@tma/web/router';
import { CardPage } from '@tma/web/ui/card-page';
import { TextField } from '@tma/web/ui/field';
import { Form, Pair, Submit } from '@tma/web/ui/form';
import { PasswordField } from '@tma/web/ui/password-field';
import { useWatch } from 'react-hook-form';
import { ServerState } from '../server-state.tsx';
import { useT } from '../texts.ts';

const emptySignUp = { First_Name: '', Last_Name: '', Email: '', Password: '', Tehsil: '', Secret_Key: '' };

/** /adminsignup. */
export default function AdminSignUpPage() {
  const t = useT();
  return (
    <ServerState>
      <CardPage title={t('signUp.title')}>
        <SignUpForm />
        <p>
          {t('signUp.haveAccount')} <Link to={pagePath('adminSignIn')}>{t('signIn.title')}</Link>
        </p>
        <p>
          <Link to={pagePath('signUp')}>{t('signUp.resident')}</Link>
        </p>
      </CardPage>
    </ServerState>
  );
}

function SignUpForm() {
  const t = useT();
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const { form, field, secret, submitHandler, rejected, formProps, busy } = useForm(emptySignUp);
  const [typed, email] = useWatch({ control: form.control, name: ['Password', 'Email'] });

  const submit = submitHandler(async (fields) => {
    const body = { ...fields, Language: currentLanguage() };
    try {
      const { status } = await callForResponse('POST /adminsignup', { body });
      if (status !== 201) return { tone: 'error', text: () => t('signUp.failed') };
    } catch (error) {
      return rejected(error, () => adminSignUpError(error));
    }
    form.reset(emptySignUp);
    // Who has left the page stays where they are.
    if (isMounted.current) navigate(pagePath('adminSignIn'));
    return null;
  });

  return (
    <Form onSubmit={submit} {...formProps}>
      <Pair>
        <TextField {...field('First_Name', () => t('signUp.firstName'))} autoComplete="given-name" />
        <TextField {...field('Last_Name', () => t('signUp.lastName'))} autoComplete="family-name" />
      </Pair>
      <TextField {...field('Email', () => t('signUp.email'), looksLikeEmail)} type="email" autoComplete="username" />
      <NewPasswordField {...secret('Password', () => t('signUp.password'))} typed={typed} email={email} />
      <TehsilSelect {...field('Tehsil', () => t('signUp.tehsil'))} />
      <PasswordField
        {...secret('Secret_Key', () => t('signUp.secretKey'))}
        hint={t('signUp.secretKeyHint')}
        autoComplete="off"
      />
      <Submit busy={busy} label={t('signUp.submit')} meanwhile={t('signUp.busy')} />
    </Form>
  );
}
