import { pagePath } from '@tma/contracts/pages';
import { canBeSent } from '@tma/web/queue/states';
import { Link } from '@tma/web/router';
import { useT } from '../texts.ts';
import { useKeptReports } from '../waiting-reports/use-kept-reports.ts';

/** Says that a report of this person waits to be sent, and where it is; nothing when none does. */
export function WaitingLine({ userId }: { userId: string }) {
  const t = useT();
  const { reports } = useKeptReports(userId);
  if (!reports.some(({ state }) => canBeSent(state))) return null;
  return (
    <p>
      {t('kept.logOutTitle')}{' '}
      <Link to={pagePath('userDashboard', { tab: 'mycomplaints' })}>{t('dashboard.myReports')}</Link>
    </p>
  );
}
