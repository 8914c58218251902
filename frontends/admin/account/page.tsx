import { pagePath } from '@tma/contracts/pages';
import { Link, Navigate } from '@tma/web/router';
import { useAdminSession } from '@tma/web/session/admin-session';
import { Card } from '@tma/web/ui/card';
import { PageFrame } from '@tma/web/ui/page-frame';
import { useT } from '../texts.ts';
import { PasswordForm } from './password-form.tsx';

/** /adminAccount: the administrator's own password. */
export default function AdminAccountPage() {
  const t = useT();
  const session = useAdminSession();
  if (!session) return <Navigate to={pagePath('adminSignIn')} replace />;
  return (
    <PageFrame>
      <Link to={pagePath('adminDashboard')}>{t('account.dashboard')}</Link>
      <h1>{t('account.title')}</h1>
      <Card>
        <h2>{t('account.password')}</h2>
        <PasswordForm key={session.token} token={session.token} />
      </Card>
    </PageFrame>
  );
}
