import { adminFilters } from '@tma/contracts/reports/statuses';
import { type AdminSession, forgetAdminSession, useAdminSession } from '@tma/web/admin-session';
import { call } from '@tma/web/api';
import type { ApiError } from '@tma/web/api-error';
import { Navigate, useNavigate, useSearchParams } from '@tma/web/router';
import { PageFrame } from '@tma/web/ui/page-frame';
import { SidebarLayout } from '@tma/web/ui/sidebar-layout';
import { Spinner } from '@tma/web/ui/spinner';
import { useState } from 'react';
import { forgetServerState, ServerState } from '../server-state.tsx';
import { useT } from '../texts.ts';
import { readFilter } from './filters.ts';
import { ReportList } from './report-list.tsx';
import { useCounts } from './use-counts.ts';

/** /adminDashboard, for the bearer of a token that can be read and has not expired. */
export default function AdminDashboardPage() {
  const session = useAdminSession();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [leaving, setLeaving] = useState(false);
  if (leaving) return <Leaving />;
  if (!session) return <Navigate to="/adminsignin" replace state={{ filter: readFilter(query.get('filter')) }} />;

  const leave = () => {
    setLeaving(true);
    forgetAdminSession();
    forgetServerState();
    navigate('/');
    call('POST /adminsignout', { token: session.token }).catch((error: ApiError) => {
      console.warn('The server could not be told of the sign-out:', error.message);
    });
  };
  return (
    <ServerState>
      <Dashboard key={session.token} session={session} onLogout={leave} />
    </ServerState>
  );
}

/** Until the home page is there: the dashboard would go on asking with a token that has ended. */
const Leaving = () => (
  <PageFrame>
    <Spinner />
  </PageFrame>
);

function Dashboard({ session, onLogout }: { session: AdminSession; onLogout: () => void }) {
  const t = useT();
  const [query, setQuery] = useSearchParams();
  const filter = readFilter(query.get('filter'));
  const counts = useCounts(session.token);
  const items = adminFilters.map(({ name, label }) => ({
    id: name,
    label,
    count: counts.data?.[name],
    current: name === filter,
    onSelect: () => {
      setQuery({ filter: name }, { replace: name === filter });
      window.scrollTo(0, 0);
    },
  }));
  return (
    <SidebarLayout
      title={session.tehsil}
      place={<h2>{t('dashboard.title')}</h2>}
      logout={{ label: t('dashboard.logout'), onLogout }}
      items={items}
    >
      <ReportList
        key={filter}
        token={session.token}
        filter={filter}
        title={adminFilters.find(({ name }) => name === filter)?.label ?? ''}
        counts={counts.data}
      />
    </SidebarLayout>
  );
}
