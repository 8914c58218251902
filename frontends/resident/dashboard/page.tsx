import { pagePath } from '@tma/contracts/pages';
import type { Profile } from '@tma/web/api/tables';
import { Link, useSearchParams } from '@tma/web/router';
import { Banner } from '@tma/web/ui/banner';
import { SidebarLayout } from '@tma/web/ui/sidebar-layout';
import { readView, viewQuery } from '@tma/web/view-query';
import { useState } from 'react';
import { useArrivalMessage } from '../arrival-message.ts';
import { RequireResident, type Resident } from '../require-resident.tsx';
import { useT } from '../texts.ts';
import { useKnownProfile } from '../use-profile.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { NewReport } from './new-report.tsx';
import { ReportList } from './report-list.tsx';
import { readTab, type Tab } from './views.ts';

export default function DashboardPage() {
  return <RequireResident>{(resident) => <Dashboard resident={resident} />}</RequireResident>;
}

/** /userDashboard. The tab is in the address, so that Back, reload and a shared link keep it. */
function Dashboard({ resident: { user, logOut } }: { resident: Resident }) {
  const t = useT();
  const [query, setQuery] = useSearchParams();
  const [message, setMessage] = useArrivalMessage();
  const [inviting, setInviting] = useState(false);
  const profile = useKnownProfile(user);
  const tab = readTab(query.get('tab'));
  const open = (id: Tab) => {
    setMessage(null);
    setQuery({ tab: id });
  };
  const invited = () => {
    setInviting(false);
    setMessage({ tone: 'success', text: () => t('invite.sent') });
  };
  const entry = (id: Tab, label: string, icon: 'plus' | 'list' | 'dropped' | 'people') => ({
    ...{ id, label, icon, current: tab === id },
    onSelect: () => open(id),
  });
  return (
    <SidebarLayout
      title={t('dashboard.title')}
      place={<Place profile={profile} />}
      logout={{ label: t('dashboard.logout'), onLogout: logOut }}
      items={[
        entry('complaint', t('dashboard.newReport'), 'plus'),
        entry('mycomplaints', t('dashboard.myReports'), 'list'),
        entry('Dropped', t('dashboard.dropped'), 'dropped'),
        entry('AllRequests', t('dashboard.overall'), 'people'),
        { id: 'invite', label: t('dashboard.invite'), icon: 'mail', onSelect: () => setInviting(true) },
      ]}
    >
      {message && <Banner tone={message.tone}>{message.text()}</Banner>}
      {tab === 'complaint' ? (
        <NewReport tehsil={profile?.tehsil} />
      ) : (
        <ReportList
          key={tab}
          tab={tab}
          userId={user.id}
          title={t(`reports.${tab}.title`)}
          view={readView(query)}
          onView={(view) => setQuery({ tab, ...viewQuery(view) })}
        />
      )}
      {inviting && <InviteDialog email={user.email ?? ''} onClose={() => setInviting(false)} onSent={invited} />}
    </SidebarLayout>
  );
}

function Place({ profile }: { profile: Profile | undefined }) {
  const t = useT();
  const place = profile
    ? t('dashboard.location', { location: profile.location || t('dashboard.locationUnset') })
    : t('dashboard.locationLoading');
  return (
    <>
      <span>{place}</span> <Link to={pagePath('profile')}>{t('dashboard.profile')}</Link>
    </>
  );
}
