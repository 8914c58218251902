import { pagePath } from '@tma/contracts/pages';
import { Button, ButtonLink } from '@tma/web/ui/button';
import { Actions } from '@tma/web/ui/form';
import { PageFrame } from '@tma/web/ui/page-frame';
import { ReportList } from '../dashboard/report-list.tsx';
import { RequireResident } from '../require-resident.tsx';
import { useT } from '../texts.ts';

/** /allrequests: the resident's reports on a page of their own. */
export default function AllRequestsPage() {
  const t = useT();
  return (
    <RequireResident>
      {({ user, logOut }) => (
        <PageFrame width="wide">
          <Actions>
            <ButtonLink look="quiet" to={pagePath('profile')}>
              {t('common.profile')}
            </ButtonLink>
            <ButtonLink look="quiet" to={pagePath('userDashboard')}>
              {t('allRequests.dashboard')}
            </ButtonLink>
            <Button look="quiet" onClick={logOut}>
              {t('allRequests.logOut')}
            </Button>
          </Actions>
          <ReportList tab="mycomplaints" userId={user.id} title={t('allRequests.title')} />
        </PageFrame>
      )}
    </RequireResident>
  );
}
