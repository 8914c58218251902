import { Link, useSearchParams } from '@tma/web/router';
import { Banner } from '@tma/web/ui/banner';
import { SidebarLayout } from '@tma/web/ui/sidebar-layout';
import { useState } from 'react';
import { Entry, type Resident } from '../entry.tsx';
import { useT } from '../texts.ts';
import { useArrivalMessage } from '../use-arrival-message.ts';
import { useKnownProfile } from '../use-profile.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { NewReport } from './new-report.tsx';
import { ReportList } from './report-list.tsx';
import { readTab, type Tab } from './views.ts';

export default function DashboardPage() {
  return <Entry>{(resident) => <Dashboard resident={resident} />}</Entry>;
}

/** /userDashboard. The view is in the address, so that Back, reload and a shared link keep it. */
function Dashboard({ resident: { user, leave } }: { resident: Resident }) {
  const t = useT();
  const [query, setQuery] = useSearchParams();
  const [message, setMessage] = useArrivalMessage();
  const [inviting, setInviting] = useState(false);
  const profile = useKnownProfile(user);
  const tab = readTab(query.get('tab'));
  const entry = (id: Tab, label: string, icon: 'plus' | 'list' | 'dropped' | 'people') => ({
    id,
    label,
    icon,
    current: tab === id,
    onSelect: () => {
      setMessage(null);
      setQuery({ tab: id });
    },
  });
  const place = profile
    ? t('dashboard.location', { location: profile.location || t('dashboard.locationUnset') })
    : t('dashboard.locationLoading');

  return (
    <SidebarLayout
      title={t('dashboard.title')}
      place={
        <>
          <span>{place}</span> <Link to="/profile">{t('dashboard.profile')}</Link>
        </>
      }
      logout={{ label: t('dashboard.logout'), onLogout: leave }}
      items={[
        entry('complaint', t('dashboard.newReport'), 'plus'),
        entry('mycomplaints', t('dashboard.myReports'), 'list'),
        entry('Dropped', t('dashboard.dropped'), 'dropped'),
        entry('AllRequests', t('dashboard.overall'), 'people'),
        { id: 'invite', label: t('dashboard.invite'), icon: 'mail', onSelect: () => setInviting(true) },
      ]}
    >
      {message && <Banner tone="success">{message}</Banner>}
      {tab === 'complaint' ? (
        <NewReport tehsil={profile?.tehsil} />
      ) : (
        <ReportList key={tab} tab={tab} userId={user.id} title={t(`reports.${tab}.title`)} />
      )}
      {inviting && (
        <InviteDialog
          email={user.email ?? ''}
          onClose={() => setInviting(false)}
          onSent={() => {
            setInviting(false);
            setMessage(t('invite.sent'));
          }}
        />
      )}
    </SidebarLayout>
  );
}
