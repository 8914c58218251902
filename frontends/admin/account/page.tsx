import { pagePath } from '@tma/contracts/pages';
import { Sessions } from '@tma/web/account/sessions';
import { Link, Navigate } from '@tma/web/router';
import { useAdminSession } from '@tma/web/session/admin-session';
import type { AdminSession } from '@tma/web/session/admin-token';
import { Button } from '@tma/web/ui/button';
import { Card } from '@tma/web/ui/card';
import { PageFrame } from '@tma/web/ui/page-frame';
import { useAskBeforeLeaving } from '../crew/waiting/log-out.ts';
import { endAdminSession } from '../end-session.ts';
import { ServerState } from '../server-state.tsx';
import { useT } from '../texts.ts';
import { PasswordForm } from './password-form.tsx';
import { SecondFactor } from './second-factor.tsx';

/** /adminAccount: the administrator's own password, second factor and sessions. */
export default function AdminAccountPage() {
  const session = useAdminSession();
  if (!session) return <Navigate to={pagePath('adminSignIn')} replace />;
  return (
    <ServerState>
      <Account key={session.token} session={session} />
    </ServerState>
  );
}

/** Who has to set up a second factor may do nothing else before. */
function Account({ session: { token, enrol } }: { session: AdminSession }) {
  const t = useT();
  const leave = () => void endAdminSession(token);
  const { logOut, question } = useAskBeforeLeaving(token, leave);
  return (
    <PageFrame>
      {enrol ? (
        <Button look="quiet" onClick={logOut}>
          {t('dashboard.logout')}
        </Button>
      ) : (
        <Link to={pagePath('adminDashboard')}>{t('dashboard.title')}</Link>
      )}
      <h1>{t('account.title')}</h1>
      {!enrol && (
        <Card title={t('signUp.password')}>
          <PasswordForm token={token} />
        </Card>
      )}
      <Card title={t('factor.title')}>
        {/* The same person signs in again: what waits stays. */}
        <SecondFactor token={token} enrol={enrol} onLeave={leave} />
      </Card>
      {!enrol && (
        <Card title={t('account.sessions')}>
          <Sessions owner={token} readToken={() => token} onLeave={logOut} />
        </Card>
      )}
      {question}
    </PageFrame>
  );
}
