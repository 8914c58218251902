import { pagePath } from '@tma/contracts/pages';
import { type AdminFilter, adminFilters } from '@tma/contracts/reports/statuses';
import { useIsMounted } from '@tma/web/hooks/use-is-mounted';
import { term } from '@tma/web/language/terms';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from '@tma/web/router';
import { useAdminSession } from '@tma/web/session/admin-session';
import type { AdminSession } from '@tma/web/session/admin-token';
import { LeftToRight } from '@tma/web/ui/direction';
import { PageFrame } from '@tma/web/ui/page-frame';
import { SidebarLayout } from '@tma/web/ui/sidebar-layout';
import { Spinner } from '@tma/web/ui/spinner';
import { readView, type View, viewQuery } from '@tma/web/view-query';
import { useEffect, useState } from 'react';
import { removeDraftsOfOthers } from '../counter/draft.ts';
import { useAskBeforeLeaving } from '../crew/waiting/log-out.ts';
import { endAdminSession } from '../end-session.ts';
import { RoleNews } from '../for-roles.tsx';
import { ServerState } from '../server-state.tsx';
import { useT } from '../texts.ts';
import { ownerOf } from '../tokens.ts';
import { type Chosen, isId, queryOf, readChosen } from './chosen.ts';
import { ReportList } from './report-list.tsx';
import { useLatest } from './use-latest.ts';
import { type Admin, type Counts, useAdmins, useCounts } from './use-tehsil.ts';

/** /adminDashboard, for a session whose token can be decoded and has not expired. */
export default function AdminDashboardPage() {
  const session = useAdminSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [leaving, setLeaving] = useState(false);
  const isMounted = useIsMounted();
  const isMissing = !session && !leaving;
  useEffect(() => {
    if (isMissing) console.warn('No token found');
  }, [isMissing]);
  // Until the home page is shown: the dashboard would go on calling with a token that has ended.
  if (leaving)
    return (
      <PageFrame>
        <Spinner />
      </PageFrame>
    );
  if (!session) return <Navigate to={pagePath('adminSignIn')} replace state={{ path: pathname, search }} />;
  if (session.enrol) return <Navigate to={pagePath('adminAccount')} replace />;

  const logOut = () => {
    setLeaving(true);
    // Who has gone elsewhere meanwhile stays there.
    void endAdminSession(session.token).then(() => isMounted.current && navigate(pagePath('home')));
  };
  return (
    <ServerState>
      <Dashboard key={session.token} session={session} onLogout={logOut} />
    </ServerState>
  );
}

/** What crew see: whatever the address says. */
const crewsList = { filter: 'mine', q: '', issue: '', assignee: '' } as const;

const officeLinks = (t: ReturnType<typeof useT>) => [{ to: pagePath('adminCounter'), label: t('counter.title') }];

const headsLinks = (t: ReturnType<typeof useT>) => [
  { to: pagePath('adminSettings'), label: t('settings.title') },
  { to: pagePath('adminStaff'), label: t('staff.title') },
  { to: pagePath('adminAudit'), label: t('audit.title') },
];

function Account({ email }: Pick<AdminSession, 'email'>) {
  const t = useT();
  return (
    <>
      <h2>{t('dashboard.title')}</h2>
      <span>
        <LeftToRight>{email}</LeftToRight>
      </span>{' '}
      <Link to={pagePath('adminAccount')}>{t('account.title')}</Link>
    </>
  );
}

interface DashboardProps {
  session: AdminSession;
  onLogout: () => void;
}

function Dashboard({ session: { token, tehsil, email, role }, onLogout }: DashboardProps) {
  const t = useT();
  useEffect(() => void removeDraftsOfOthers(ownerOf(token)), [token]);
  const isCrew = role === 'crew';
  const admins = useAdmins(token, !isCrew);
  const { chosen: wanted, change, view, show } = useChosen(admins.data);
  const chosen = isCrew ? crewsList : wanted;
  const counts = useCounts(token);
  const { logOut, question } = useAskBeforeLeaving(token, onLogout);
  const items = itemsOf(isCrew, chosen.filter, counts.data, (filter) => {
    change({ filter }, filter === chosen.filter ? 'replace' : 'step');
    window.scrollTo(0, 0);
  });
  return (
    <SidebarLayout
      title={tehsil}
      place={<Account email={email} />}
      logout={{ label: t('dashboard.logout'), onLogout: logOut }}
      items={items}
      links={[...(isCrew ? [] : officeLinks(t)), ...(role === 'head' ? headsLinks(t) : [])]}
    >
      <RoleNews />
      <ReportList
        // What was opened as one of the office, with names, is not shown to crew.
        key={isCrew ? 'crew' : 'office'}
        query={{ token, ...chosen }}
        // A shared link may name somebody of another tehsil: that is known once the administrators are read.
        ready={!(isId(chosen.assignee) && admins.isPending)}
        title={items.find(({ current }) => current)?.label ?? ''}
        tehsil={tehsil}
        counts={counts.data}
        admins={admins.data}
        onChoose={(part) => change(part, 'replace')}
        view={view}
        onView={show}
      />
      {question}
    </SidebarLayout>
  );
}

/** The items of the sidebar: the filters, each with its number. */
function itemsOf(
  isCrew: boolean,
  current: AdminFilter,
  counts: Counts | undefined,
  open: (filter: AdminFilter) => void,
) {
  const filters = adminFilters.filter(({ name }) => !isCrew || name === crewsList.filter);
  return filters.map(({ name, label }) => ({
    ...{ id: name, label: term('filter', label), count: counts?.[name], current: name === current },
    onSelect: () => open(name),
  }));
}

/** What is chosen, which is in the address, and how it is changed: in place, or as a new step of Back. */
function useChosen(admins: readonly Admin[] | undefined) {
  const [query, setQuery] = useSearchParams();
  const read = readChosen(query);
  const isGone = isId(read.assignee) && admins !== undefined && !admins.some(({ id }) => id === read.assignee);
  const chosen: Chosen = isGone ? { ...read, assignee: '' } : read;
  // A search that was being typed is chosen later, by a timer: what is chosen then stays.
  const latest = useLatest(chosen);
  const view = readView(query);
  const change = (part: Partial<Chosen>, as: 'replace' | 'step') => {
    latest.current = { ...latest.current, ...part };
    setQuery({ ...queryOf(latest.current), ...viewQuery(view) }, { replace: as === 'replace' });
  };
  const show = (another: View) => setQuery({ ...queryOf(latest.current), ...viewQuery(another) });
  return { chosen, change, view, show };
}
