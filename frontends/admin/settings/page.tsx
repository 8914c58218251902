import { forRoles } from '@tma/contracts/roles';
import type { AdminSession } from '@tma/web/session/admin-session';
import { Card } from '@tma/web/ui/card';
import { PageFrame } from '@tma/web/ui/page-frame';
import { StaffPage } from '../for-roles.tsx';
import { PageHead } from '../page-head.tsx';
import { useT } from '../texts.ts';
import { Deadlines } from './deadlines.tsx';
import { Holidays } from './holidays.tsx';
import css from './settings.module.css';
import { Systems } from './systems.tsx';
import { useDeadlines } from './use-deadlines.ts';

/** /adminSettings: in how many working days an answer is due, on which days the office is closed, which other systems bring reports. */
export default function SettingsPage() {
  return <StaffPage roles={forRoles.head}>{(session) => <Settings key={session.token} session={session} />}</StaffPage>;
}

function Settings({ session }: { session: AdminSession }) {
  const t = useT();
  // The holidays come after the deadlines: they would jump when these are there.
  const { isPending } = useDeadlines(session.tehsil);
  return (
    <PageFrame width="wide">
      <div className={css.head}>
        <PageHead back={t('tehsil.dashboard')} title={t('settings.title')} tehsil={session.tehsil} />
        <p className={css.soft}>{t('settings.effect')}</p>
      </div>
      <div className={css.cards}>
        <Card>
          <h2>{t('settings.deadlines')}</h2>
          <Deadlines session={session} />
        </Card>
        {!isPending && (
          <Card>
            <h2>{t('settings.holidays')}</h2>
            <Holidays session={session} />
          </Card>
        )}
        {!isPending && (
          <Card>
            <h2>{t('systems.title')}</h2>
            <Systems session={session} />
          </Card>
        )}
      </div>
    </PageFrame>
  );
}
