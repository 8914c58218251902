import { forRoles } from '@tma/contracts/roles';
import type { AdminSession } from '@tma/web/session/admin-session';
import { PageFrame } from '@tma/web/ui/page-frame';
import { useAdmins } from '../dashboard/use-tehsil.ts';
import { StaffPage } from '../for-roles.tsx';
import { PageHead } from '../page-head.tsx';
import { useT } from '../texts.ts';
import css from './audit.module.css';
import { Entries } from './entries.tsx';
import { Filters } from './filters.tsx';
import { useAudit, useWanted } from './use-audit.ts';

/** /adminAudit: what staff of the tehsil did and read. */
export default function AuditPage() {
  return <StaffPage roles={forRoles.head}>{(session) => <Audit key={session.token} session={session} />}</StaffPage>;
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
        <PageHead back={t('tehsil.dashboard')} title={t('audit.title')} tehsil={tehsil} />
        <p className={css.soft}>{t('audit.lead')}</p>
      </div>
      <Filters token={token} wanted={wanted} people={people} onChoose={choose} />
      <div className={css.list}>
        <Entries list={list} />
      </div>
    </PageFrame>
  );
}
