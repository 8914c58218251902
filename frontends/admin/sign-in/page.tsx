import { keepAdminSession, useAdminSession } from '@tma/web/admin-session';
import { call } from '@tma/web/api';
import { adminSignInError } from '@tma/web/errors';
import { Link, Navigate, useLocation, useNavigate } from '@tma/web/router';
import { Card } from '@tma/web/ui/card';
import { PageFrame } from '@tma/web/ui/page-frame';
import { noCredentials, SignInForm } from '@tma/web/ui/sign-in-form';
import { useForm } from '@tma/web/use-form';
import { wayBack } from '../dashboard/filters.ts';
import { useT } from '../texts.ts';

/** /adminsignin. */
export default function AdminSignInPage() {
  const t = useT();
  const navigate = useNavigate();
  const { state } = useLocation();
  const session = useAdminSession();
  const form = useForm(noCredentials);
  const { sender, refused, busy } = form;

  const submit = sender(async ({ email: Email, password: Password }) => {
    try {
      const { Token, email, success } = await call('POST /adminsignin', { body: { Email, Password } });
      if (!success) return { tone: 'error', text: t('signIn.failed') };
      keepAdminSession(Token, email);
    } catch (error) {
      return refused(error, adminSignInError(error));
    }
    navigate(wayBack(state), { replace: true });
    return null;
  });

  // Who was sent here goes back as soon as somebody is signed in, be it in another tab.
  if (session && state !== null) return <Navigate to={wayBack(state)} replace />;
  return (
    <PageFrame>
      <Card>
        <h1>{t('signIn.title')}</h1>
        <SignInForm form={form} onSubmit={submit} submit={t('signIn.submit')} busy={busy} locked />
        <p>
          {t('signIn.noAccount')} <Link to="/adminsignup">{t('signIn.signUp')}</Link>
        </p>
        <p>
          <Link to="/signin">{t('signIn.resident')}</Link>
        </p>
      </Card>
    </PageFrame>
  );
}
