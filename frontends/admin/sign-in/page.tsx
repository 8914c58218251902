import { pagePath } from '@tma/contracts/pages';
import { noCredentials, SignInForm } from '@tma/web/account/sign-in-form';
import { call } from '@tma/web/api/call';
import { adminSignInError } from '@tma/web/errors/error-texts';
import { useForm } from '@tma/web/forms/use-form';
import { syncLanguage } from '@tma/web/language/language';
import { Link, Navigate, useLocation, useNavigate } from '@tma/web/router';
import { storeAdminSession, useAdminSession } from '@tma/web/session/admin-session';
import { Card } from '@tma/web/ui/card';
import { PageFrame } from '@tma/web/ui/page-frame';
import { pathAfterSignIn } from '../dashboard/chosen.ts';
import { useT } from '../texts.ts';

/** /adminsignin. */
export default function AdminSignInPage() {
  const t = useT();
  const navigate = useNavigate();
  const { state } = useLocation();
  const session = useAdminSession();
  const form = useForm(noCredentials);
  const { submitHandler, rejected, busy } = form;

  const submit = submitHandler(async ({ email: Email, password: Password }) => {
    try {
      const { Token, email, success, language } = await call('POST /adminsignin', { body: { Email, Password } });
      if (!success) return { tone: 'error', text: () => t('signIn.failed') };
      storeAdminSession(Token, email);
      await syncLanguage(language);
    } catch (error) {
      return rejected(error, () => adminSignInError(error));
    }
    navigate(pathAfterSignIn(state), { replace: true });
    return null;
  });

  // A visitor who was redirected here goes back as soon as somebody signs in, also in another tab.
  if (session && state !== null) return <Navigate to={pathAfterSignIn(state)} replace />;
  return (
    <PageFrame>
      <Card>
        <h1>{t('signIn.title')}</h1>
        <SignInForm form={form} onSubmit={submit} submit={t('signIn.submit')} busy={busy} locked />
        <p>
          <Link to={pagePath('adminRecover')}>{t('signIn.forgot')}</Link>
        </p>
        <p>
          {t('signIn.noAccount')} <Link to={pagePath('adminSignUp')}>{t('signIn.signUp')}</Link>
        </p>
        <p>
          <Link to={pagePath('signIn')}>{t('signIn.resident')}</Link>
        </p>
      </Card>
    </PageFrame>
  );
}
