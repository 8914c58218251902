import { pagePath } from '@tma/contracts/pages';
import type { Role } from '@tma/contracts/roles';
import { Link } from '@tma/web/router';
import { useAdminSession } from '@tma/web/session/admin-session';
import { Banner } from '@tma/web/ui/banner';
import { PageFrame } from '@tma/web/ui/page-frame';
import type { ReactNode } from 'react';
import { useT } from './texts.ts';

/** What the administrator who is signed in is, as their token says; the server decides by what they are now. */
export const useRole = (): Role => useAdminSession()?.role ?? 'head';

/** A page, or for those of another role that it is not theirs. */
export function ForRoles({ roles, children }: { roles: readonly Role[]; children: ReactNode }) {
  const t = useT();
  const role = useRole();
  if (roles.includes(role)) return children;
  return (
    <PageFrame>
      <h1>{t('roles.closed')}</h1>
      <Banner tone="error">{t('roles.notYours')}</Banner>
      <p>
        <Link to={pagePath('adminDashboard')}>{t('account.dashboard')}</Link>
      </p>
    </PageFrame>
  );
}
