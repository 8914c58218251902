import { pagePath } from '@tma/contracts/pages';
import { type Credentials, noCredentials, SignInForm } from '@tma/web/account/sign-in-form';
import { call } from '@tma/web/api/call';
import { adminSignInError, codeOf } from '@tma/web/errors/error-texts';
import { useForm } from '@tma/web/forms/use-form';
import { useIsMounted } from '@tma/web/hooks/use-is-mounted';
import { syncLanguage } from '@tma/web/language/language';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from '@tma/web/router';
import { storeAdminSession, useAdminSession } from '@tma/web/session/admin-session';
import { Banner } from '@tma/web/ui/banner';
import { CardPage } from '@tma/web/ui/card-page';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { CodeField, useCodeFocus } from '../account/code-field.tsx';
import { pathAfterSignIn } from '../dashboard/chosen.ts';
import { useT } from '../texts.ts';

/** /adminsignin. */
export default function AdminSignInPage() {
  const t = useT();
  const { state } = useLocation();
  const [query] = useSearchParams();
  const session = useAdminSession();
  const { form, asksCode, submit } = useSignIn(state);
  // A visitor who was redirected here goes back as soon as somebody signs in, also in another tab.
  if (session && state !== null) return <Navigate to={pathAfterSignIn(state)} replace />;
  return (
    <CardPage title={t('signIn.title')}>
      {query.get('joined') === 'now' && <Banner tone="success">{t('join.done')}</Banner>}
      <SignInForm form={form} onSubmit={submit} submit={t('signIn.submit')} busy={form.busy} locked>
        {asksCode && <CodeQuestion form={form} />}
      </SignInForm>
      <p>
        <Link to={pagePath('adminRecover')}>{t('signIn.forgot')}</Link>
      </p>
      <p>
        {t('signIn.noAccount')} <Link to={pagePath('adminSignUp')}>{t('signUp.title')}</Link>
      </p>
      <p>
        <Link to={pagePath('signIn')}>{t('signIn.resident')}</Link>
      </p>
    </CardPage>
  );
}

/** Signs in, and goes on to where the navigation state says. With a second factor a code is asked for once the password was right. */
function useSignIn(state: unknown) {
  const t = useT();
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const form = useForm<Credentials>({ ...noCredentials, code: '' });
  // A code is asked for as long as the form has this address.
  const [address, setAddress] = useState<string | null>(null);
  const asksCode = useWatch({ control: form.form.control, name: 'email' }) === address;
  const focusCode = useCodeFocus(form.form, form.busy);
  const submit = form.submitHandler(async ({ email: Email, password: Password, code: typed }) => {
    try {
      const body = { Email, Password, ...(asksCode && { Code: typed }) };
      const { Token, email, success, language, enrol } = await call('POST /adminsignin', { body });
      if (!success) return { tone: 'error', text: () => t('signIn.failed') };
      storeAdminSession(Token, email);
      await syncLanguage(language);
      // Where a page sent them here, they are back there since the session is stored, and may have gone on.
      if (isMounted.current) navigate(enrol ? pagePath('adminAccount') : pathAfterSignIn(state), { replace: true });
      return null;
    } catch (error) {
      if (codeOf(error) !== 'second_factor_required') return form.rejected(error, () => adminSignInError(error));
      // There is nothing to say: the field itself says it.
      setAddress(Email);
      focusCode();
      return null;
    }
  });
  return { form, asksCode, submit };
}

/** The field of the code. A recovery code is typed into the same one. */
function CodeQuestion({ form: { form, field, busy } }: { form: ReturnType<typeof useForm<Credentials>> }) {
  const t = useT();
  const { pathname, state } = useLocation();
  const [recovery, setRecovery] = useState(false);
  return (
    <>
      <CodeField
        {...field('code', () => t('factor.code'))}
        recovery={recovery}
        hint={recovery ? t('signIn.recoveryHint') : t('signIn.codeHint')}
        disabled={busy}
      />
      <p>
        <Link
          to={pathname}
          state={state}
          replace
          onClick={(event) => {
            event.preventDefault();
            setRecovery(!recovery);
            form.setFocus('code');
          }}
        >
          {recovery ? t('signIn.app') : t('signIn.recovery')}
        </Link>
      </p>
    </>
  );
}
