import { pagePath } from '@tma/contracts/pages';
import { forRoles } from '@tma/contracts/roles';
import { Link, Navigate } from '@tma/web/router';
import { type AdminSession, useAdminSession } from '@tma/web/session/admin-session';
import { PageFrame } from '@tma/web/ui/page-frame';
import { useAdmins } from '../dashboard/use-tehsil.ts';
import { ForRoles } from '../for-roles.tsx';
import { ServerState } from '../server-state.tsx';
import { useT } from '../texts.ts';
import css from './audit.module.css';
import { Entries } from './entries.tsx';
import { Filters } from './filters.tsx';
import { useAudit, useWanted } from './use-audit.ts';

/** /adminAudit: what staff of the tehsil did and read. */
export default function AuditPage() {
  const session = useAdminSession();
  if (!session) return <Navigate to={pagePath('adminSignIn')} replace />;
  if (session.enrol) return <Navigate to={pagePath('adminAccount')} replace />;
  return (
    <ForRoles roles={forRoles.head}>
      <ServerState>
        <Audit key={session.token} session={session} />
      </ServerState>
    </ForRoles>
  );
}

function Audit({ session: { token, tehsil } }: { session: AdminSession }) {
  const t = useT();
  const admins = useAdmins(token);
  const [wanted, choose] = useWanted();
  const list = useAudit(token, wanted);
  // Who is disabled is no administrator of today, but may be in the log.
  const seen = list.data?.pages.flat().flatMap(({ by }) => (by ? [by] : [])) ?? [];
  const people = new Map([...seen, ...(admins.data ?? [])].map(({ id, name }) => [id, name]));
  return (
    <PageFrame width="wide">
      <div className={css.head}>
        <p>
          <Link to={pagePath('adminDashboard')}>{t('tehsil.dashboard')}</Link>
        </p>
        <h1>{t('audit.title')}</h1>
        <p>
          <strong dir="auto">{tehsil}</strong>
        </p>
        <p className={css.soft}>{t('audit.lead')}</p>
      </div>
      <Filters token={token} wanted={wanted} people={people} onChoose={choose} />
      <div className={css.list}>
        <Entries list={list} />
      </div>
    </PageFrame>
  );
}
