import { pagePath } from '@tma/contracts/pages';
import { Navigate } from '@tma/web/router';
import { useAdminSession } from '@tma/web/session/admin-session';
import { PageFrame } from '@tma/web/ui/page-frame';
import { useT } from '../texts.ts';

/** /adminSettings: in how many working days an answer is due, and on which days the office is closed. */
export default function SettingsPage() {
  const t = useT();
  const session = useAdminSession();
  if (!session) return <Navigate to={pagePath('adminSignIn')} replace />;
  return (
    <PageFrame width="wide">
      <h1>{t('settings.title')}</h1>
    </PageFrame>
  );
}
