import { Button, ButtonLink } from '@tma/web/ui/button';
import { Ways } from '@tma/web/ui/form';
import { PageFrame } from '@tma/web/ui/page-frame';
import { ReportList } from '../dashboard/report-list.tsx';
import { Entry } from '../entry.tsx';
import { useT } from '../texts.ts';

/** /allrequests: the resident's reports on a page of their own. */
export default function AllRequestsPage() {
  const t = useT();
  return (
    <Entry>
      {({ user, leave }) => (
        <PageFrame width="wide">
          <Ways>
            <ButtonLink look="quiet" to="/profile">
              {t('allRequests.profile')}
            </ButtonLink>
            <ButtonLink look="quiet" to="/userDashboard">
              {t('allRequests.dashboard')}
            </ButtonLink>
            <Button look="quiet" onClick={leave}>
              {t('allRequests.logOut')}
            </Button>
          </Ways>
          <ReportList tab="mycomplaints" userId={user.id} title={t('allRequests.title')} />
        </PageFrame>
      )}
    </Entry>
  );
}
