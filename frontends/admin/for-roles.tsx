import { pagePath } from '@tma/contracts/pages';
import type { Role } from '@tma/contracts/roles';
import { focusMain } from '@tma/web/hooks/focus';
import { useOnChange } from '@tma/web/hooks/use-on-change';
import { Link, Navigate, useLocation } from '@tma/web/router';
import { useAdminSession } from '@tma/web/session/admin-session';
import type { AdminSession } from '@tma/web/session/admin-token';
import web from '@tma/web/shared.module.css';
import { Banner } from '@tma/web/ui/banner';
import { PageFrame } from '@tma/web/ui/page-frame';
import type { ReactNode } from 'react';
import { useCounts } from './dashboard/use-tehsil.ts';
import css from './page.module.css';
import { ServerState } from './server-state.tsx';
import { useT } from './texts.ts';

/** What the administrator who is signed in is, as far as it is known here; the server decides by what they are now. */
export const useRole = (): Role => useAdminSession()?.role ?? 'head';

/** Says so where somebody was given another role since they signed in. */
export function RoleNews() {
  const t = useT();
  const session = useAdminSession();
  if (!session?.hasNewRole) return null;
  return <Banner tone="quiet">{t('roles.changed', { role: t(`roles.${session.role}`) })}</Banner>;
}

/** A page for these roles. To others it says that their role does not open it. */
export function ForRoles({ roles, children }: { roles: readonly Role[]; children: ReactNode }) {
  const isOpen = roles.includes(useRole());
  // What had the focus goes with the page.
  useOnChange(isOpen, focusMain);
  if (isOpen) return children;
  return (
    <ServerState>
      <Closed />
    </ServerState>
  );
}

function Closed() {
  const t = useT();
  // Each answer tells the role of now: a page that it opens is shown then.
  useCounts(useAdminSession()?.token ?? '');
  return (
    <PageFrame>
      <h1>{t('roles.closed')}</h1>
      <RoleNews />
      <Banner tone="error">{t('roles.notYours')}</Banner>
      <p>
        <Link to={pagePath('adminDashboard')}>{t('dashboard.title')}</Link>
      </p>
    </PageFrame>
  );
}

interface StaffPageProps {
  roles: readonly Role[];
  title: string;
  /** The words of the way to the dashboard. */
  back: string;
  /** What is to be known of it before. */
  lead?: string;
  children: (session: AdminSession) => ReactNode;
}

/**
 * A page beside the dashboard, for these roles. It redirects to the sign-in where nobody is signed in, which leads back here
 * (`pathAfterSignIn`), and to the account of who has to set up a second factor first.
 */
export function StaffPage({ roles, title, back, lead, children }: StaffPageProps) {
  const session = useAdminSession();
  const { pathname, search } = useLocation();
  if (!session) return <Navigate to={pagePath('adminSignIn')} replace state={{ path: pathname, search }} />;
  if (session.enrol) return <Navigate to={pagePath('adminAccount')} replace />;
  return (
    <ForRoles roles={roles}>
      <ServerState>
        <PageFrame width="wide">
          <div className={css.head}>
            <p>
              <Link to={pagePath('adminDashboard')}>{back}</Link>
            </p>
            <h1>{title}</h1>
            <p>
              <strong dir="auto">{session.tehsil}</strong>
            </p>
            {lead && <p className={web.soft}>{lead}</p>}
          </div>
          {children(session)}
        </PageFrame>
      </ServerState>
    </ForRoles>
  );
}
