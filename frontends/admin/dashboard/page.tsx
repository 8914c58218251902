import { adminFilters } from '@tma/contracts/status';
import { type AdminSession, forgetAdminSession, useAdminSession } from '@tma/web/admin-session';
import { call } from '@tma/web/api';
import type { ApiError } from '@tma/web/api-error';
import { Navigate, useNavigate, useSearchParams } from '@tma/web/router';
import { SidebarLayout } from '@tma/web/ui/sidebar-layout';
import { useState } from 'react';
import { forgetServerState, ServerState } from '../server-state.tsx';
import { useT } from '../texts.ts';
import { readFilter } from './filters.ts';
import { ReportList } from './report-list.tsx';
import { useCounts } from './use-reports.ts';

/** /adminDashboard, for the bearer of a token that can be read and has not expired. */
export default function AdminDashboardPage() {
  const current = useAdminSession();
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState<AdminSession | null>(null);
  const session = current ?? leaving;
  if (!session) return <Navigate to="/adminsignin" replace />;

  const leave = () => {
    setLeaving(session);
    forgetAdminSession();
    forgetServerState();
    navigate('/');
    call('POST /adminsignout', { token: session.token }).catch((error: ApiError) => {
      console.warn('The server could not be told of the sign-out:', error.message);
    });
  };
  return (
    <ServerState>
      <Dashboard session={session} onLogout={leave} />
    </ServerState>
  );
}

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
    onSelect: () => setQuery({ filter: name }),
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
