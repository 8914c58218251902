import { pagePath } from '@tma/contracts/pages';
import type { Profile } from '@tma/web/api/tables';
import { Link, useSearchParams } from '@tma/web/router';
import { Banner } from '@tma/web/ui/banner';
import { SidebarLayout } from '@tma/web/ui/sidebar-layout';
import { useState } from 'react';
import { useArrivalMessage } from '../arrival-message.ts';
import { RequireResident, type Resident } from '../require-resident.tsx';
import { useT } from '../texts.ts';
import { useKnownProfile } from '../use-profile.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { NewReport } from './new-report.tsx';
import { ReportList } from './report-list.tsx';
import { readTab, type Tab, tabs } from './views.ts';

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
    // Like a link to the current page: it adds no step to Back.
    setQuery({ tab: id }, { replace: id === tab });
    window.scrollTo(0, 0);
  };
  const invite = () => {
    // The message of an earlier invitation does not belong to this one.
    setMessage(null);
    setInviting(true);
  };
  const items = useItems(tab, open, invite);
  return (
    <SidebarLayout
      title={t('dashboard.title')}
      place={<Place profile={profile} />}
      logout={{ label: t('dashboard.logout'), onLogout: logOut }}
      items={items}
    >
      {message && <Banner tone={message.tone}>{message.text()}</Banner>}
      <TabContent tab={tab} userId={user.id} tehsil={profile?.tehsil} />
      {inviting && (
        <InviteDialog
          email={user.email ?? ''}
          onClose={() => setInviting(false)}
          onSent={() => setMessage({ tone: 'success', text: () => t('invite.sent') })}
          onLost={(text) => setMessage({ tone: 'error', text })}
        />
      )}
    </SidebarLayout>
  );
}

/** The items of the sidebar. */
function useItems(tab: Tab, open: (tab: Tab) => void, invite: () => void) {
  const t = useT();
  const items = tabs.map(({ id, label, icon }) => ({
    id,
    label: t(label),
    icon,
    current: tab === id,
    onSelect: () => open(id),
  }));
  return [...items, { id: 'invite', label: t('dashboard.invite'), icon: 'mail', onSelect: invite } as const];
}

interface TabContentProps {
  tab: Tab;
  userId: string;
  tehsil: string | undefined;
}

function TabContent({ tab, userId, tehsil }: TabContentProps) {
  const t = useT();
  if (tab === 'complaint') return <NewReport tehsil={tehsil} />;
  return <ReportList key={tab} tab={tab} userId={userId} title={t(`reports.${tab}.title`)} />;
}

function Place({ profile }: { profile: Profile | undefined }) {
  const t = useT();
  const place = profile
    ? t('dashboard.location', { location: profile.location || t('dashboard.locationUnset') })
    : t('dashboard.locationLoading');
  return (
    <>
      <span>{place}</span> <Link to={pagePath('profile')}>{t('common.profile')}</Link>
    </>
  );
}
