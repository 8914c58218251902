import { forRoles } from '@tma/contracts/roles';
import { Card } from '@tma/web/ui/card';
import { Spinner } from '@tma/web/ui/spinner';
import { StaffPage } from '../for-roles.tsx';
import shared from '../page.module.css';
import { useT } from '../texts.ts';
import { Invitations, InviteForm } from './invitations.tsx';
import { People } from './people.tsx';
import { useInvitations, usePeople } from './use-staff.ts';

/** /adminStaff: the people of the office, and invitations to it. */
export default function PeoplePage() {
  const t = useT();
  return (
    <StaffPage roles={forRoles.head} title={t('staff.title')} back={t('dashboard.title')}>
      {({ token }) => <Staff key={token} token={token} />}
    </StaffPage>
  );
}

function Staff({ token }: { token: string }) {
  const t = useT();
  // Shown together: each that arrives would move what is below it.
  const isPending = [usePeople(token), useInvitations(token)].some((read) => read.isPending);
  if (isPending)
    return (
      <div className={shared.high}>
        <Spinner />
      </div>
    );
  return (
    <div className={shared.cards}>
      <Card title={t('staff.people')}>
        <People token={token} />
      </Card>
      <Card title={t('staff.invite')}>
        <InviteForm token={token} />
      </Card>
      <Card title={t('staff.open')}>
        <Invitations token={token} />
      </Card>
    </div>
  );
}
