import { pagePath } from '@tma/contracts/pages';
import { adminFilters } from '@tma/contracts/reports/statuses';
import type { ApiError } from '@tma/web/api/api-error';
import { call } from '@tma/web/api/call';
import { clearPendingLanguage } from '@tma/web/language/choice';
import { term } from '@tma/web/language/terms';
import { Navigate, useNavigate, useSearchParams } from '@tma/web/router';
import { type AdminSession, removeAdminSession, useAdminSession } from '@tma/web/session/admin-session';
import { PageFrame } from '@tma/web/ui/page-frame';
import { SidebarLayout } from '@tma/web/ui/sidebar-layout';
import { Spinner } from '@tma/web/ui/spinner';
import { useState } from 'react';
import { clearServerState, ServerState } from '../server-state.tsx';
import { useT } from '../texts.ts';
import { isId, queryOf, readChosen } from './chosen.ts';
import { ReportList } from './report-list.tsx';
import { useChosen } from './use-chosen.ts';
import { useAdmins, useCounts } from './use-tehsil.ts';

/** /adminDashboard, for a session whose token can be decoded and has not expired. */
export default function AdminDashboardPage() {
  const session = useAdminSession();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [leaving, setLeaving] = useState(false);
  if (leaving) return <Leaving />;
  if (!session) return <Navigate to={pagePath('adminSignIn')} replace state={queryOf(readChosen(query))} />;

  const logOut = () => {
    setLeaving(true);
    clearPendingLanguage();
    removeAdminSession();
    clearServerState();
    navigate(pagePath('home'));
    call('POST /adminsignout', { token: session.token }).catch((error: ApiError) => {
      console.warn('The server did not end the session:', error.message);
    });
  };
  return (
    <ServerState>
      <Dashboard key={session.token} session={session} onLogout={logOut} />
    </ServerState>
  );
}

/** Shown until the home page is: the dashboard would go on calling with a token that has ended. */
const Leaving = () => (
  <PageFrame>
    <Spinner />
  </PageFrame>
);

function Dashboard({ session: { token, tehsil }, onLogout }: { session: AdminSession; onLogout: () => void }) {
  const t = useT();
  const admins = useAdmins(token);
  const { chosen, change } = useChosen(admins.data);
  const counts = useCounts(token);
  const items = adminFilters.map(({ name, label }) => ({
    id: name,
    label: term('filter', label),
    count: counts.data?.[name],
    current: name === chosen.filter,
    onSelect: () => {
      change({ filter: name }, name === chosen.filter ? 'replace' : 'step');
      window.scrollTo(0, 0);
    },
  }));
  return (
    <SidebarLayout
      title={tehsil}
      place={<h2>{t('dashboard.title')}</h2>}
      logout={{ label: t('dashboard.logout'), onLogout }}
      items={items}
      links={[
        { to: pagePath('adminSettings'), label: t('settings.title') },
        { to: pagePath('adminAccount'), label: t('account.title') },
      ]}
    >
      <ReportList
        query={{ token, ...chosen }}
        // A shared link may name somebody of another tehsil: that is known once the administrators are read.
        ready={!(isId(chosen.assignee) && admins.isPending)}
        title={items.find(({ current }) => current)?.label ?? ''}
        tehsil={tehsil}
        counts={counts.data}
        admins={admins.data}
        onChoose={(part) => change(part, 'replace')}
      />
    </SidebarLayout>
  );
}
