import { forRoles } from '@tma/contracts/roles';
import type { AdminSession } from '@tma/web/session/admin-token';
import { Card } from '@tma/web/ui/card';
import { StaffPage } from '../for-roles.tsx';
import shared from '../page.module.css';
import { useT } from '../texts.ts';
import { Deadlines, useDeadlines } from './deadlines.tsx';
import { Holidays } from './holidays.tsx';
import { Systems } from './systems.tsx';

/** /adminSettings: in how many working days an answer is due, on which days the office is closed, which other systems bring reports. */
export default function SettingsPage() {
  const t = useT();
  return (
    <StaffPage
      roles={forRoles.head}
      title={t('settings.title')}
      back={t('tehsil.dashboard')}
      lead={t('settings.effect')}
    >
      {(session) => <Settings key={session.token} session={session} />}
    </StaffPage>
  );
}

function Settings({ session }: { session: AdminSession }) {
  const t = useT();
  // The other cards are shown once the deadlines are there, which would move them down.
  const { isPending } = useDeadlines(session.tehsil);
  return (
    <div className={`${shared.cards} ${shared.high}`}>
      <Card title={t('settings.deadlines')}>
        <Deadlines session={session} />
      </Card>
      {!isPending && (
        <>
          <Card title={t('settings.holidays')}>
            <Holidays session={session} />
          </Card>
          <Card title={t('systems.title')}>
            <Systems token={session.token} />
          </Card>
        </>
      )}
    </div>
  );
}
