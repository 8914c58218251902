import { pagePath } from '@tma/contracts/pages';
import { type Credentials, noCredentials, SignInForm } from '@tma/web/account/sign-in-form';
import { call } from '@tma/web/api/call';
import { adminSignInError, codeOf } from '@tma/web/errors/error-texts';
import { useForm } from '@tma/web/forms/use-form';
import { syncLanguage } from '@tma/web/language/language';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from '@tma/web/router';
import { storeAdminSession, useAdminSession } from '@tma/web/session/admin-session';
import { Banner } from '@tma/web/ui/banner';
import { Card } from '@tma/web/ui/card';
import { PageFrame } from '@tma/web/ui/page-frame';
import { pathAfterSignIn } from '../dashboard/chosen.ts';
import { useT } from '../texts.ts';
import { CodeQuestion, useCodeQuestion } from './code-question.tsx';

/** /adminsignin. */
export default function AdminSignInPage() {
  const t = useT();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [query] = useSearchParams();
  const session = useAdminSession();
  const form = useForm<Credentials>({ ...noCredentials, code: '' });
  const { submitHandler, rejected, busy } = form;
  const code = useCodeQuestion(form.form);

  const submit = submitHandler(async ({ email: Email, password: Password, code: typed }) => {
    try {
      const body = { Email, Password, ...(code.isAsked && { Code: typed }) };
      const { Token, email, success, language, enrol } = await call('POST /adminsignin', { body });
      if (!success) return { tone: 'error', text: () => t('signIn.failed') };
      storeAdminSession(Token, email);
      await syncLanguage(language);
      navigate(enrol ? pagePath('adminAccount') : pathAfterSignIn(state), { replace: true });
      return null;
    } catch (error) {
      if (codeOf(error) === 'second_factor_required') return code.ask(Email);
      return rejected(error, () => adminSignInError(error));
    }
  });

  // A visitor who was redirected here goes back as soon as somebody signs in, also in another tab.
  if (session && state !== null) return <Navigate to={pathAfterSignIn(state)} replace />;
  return (
    <PageFrame>
      <Card>
        <h1>{t('signIn.title')}</h1>
        {query.get('joined') === 'now' && <Banner tone="success">{t('join.done')}</Banner>}
        <SignInForm form={form} onSubmit={submit} submit={t('signIn.submit')} busy={busy} locked>
          {code.isAsked && <CodeQuestion form={form} />}
        </SignInForm>
        <Elsewhere />
      </Card>
    </PageFrame>
  );
}

function Elsewhere() {
  const t = useT();
  return (
    <>
      <p>
        <Link to={pagePath('adminRecover')}>{t('signIn.forgot')}</Link>
      </p>
      <p>
        {t('signIn.noAccount')} <Link to={pagePath('adminSignUp')}>{t('signIn.signUp')}</Link>
      </p>
      <p>
        <Link to={pagePath('signIn')}>{t('signIn.resident')}</Link>
      </p>
    </>
  );
}
