import { forRoles } from '@tma/contracts/roles';
import type { AdminSession } from '@tma/web/session/admin-session';
import { Card } from '@tma/web/ui/card';
import { PageFrame } from '@tma/web/ui/page-frame';
import { Spinner } from '@tma/web/ui/spinner';
import { StaffPage } from '../for-roles.tsx';
import { PageHead } from '../page-head.tsx';
import { useT } from '../texts.ts';
import { Invitations } from './invitations.tsx';
import { InviteForm } from './invite-form.tsx';
import { People } from './people.tsx';
import css from './staff.module.css';
import { useInvitations, usePeople } from './use-staff.ts';

/** /adminStaff: the people of the office, and invitations to it. */
export default function PeoplePage() {
  return <StaffPage roles={forRoles.head}>{(session) => <Staff key={session.token} session={session} />}</StaffPage>;
}

function Staff({ session: { token, tehsil } }: { session: AdminSession }) {
  const t = useT();
  // Shown together: each would push away what is below it.
  const isPending = [usePeople(token), useInvitations(token)].some((read) => read.isPending);
  return (
    <PageFrame width="wide">
      <PageHead back={t('account.dashboard')} title={t('staff.title')} tehsil={tehsil} />
      {isPending ? (
        <div className={css.loading}>
          <Spinner />
        </div>
      ) : (
        <div className={css.cards}>
          <Card>
            <h2>{t('staff.people')}</h2>
            <People token={token} />
          </Card>
          <Card>
            <h2>{t('staff.invite')}</h2>
            <InviteForm token={token} />
          </Card>
          <Card>
            <h2>{t('staff.open')}</h2>
            <Invitations token={token} />
          </Card>
        </div>
      )}
    </PageFrame>
  );
}
