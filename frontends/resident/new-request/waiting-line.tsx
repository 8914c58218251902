import { pagePath } from '@tma/contracts/pages';
import { onQueueChange } from '@tma/web/queue/changes';
import { readReports } from '@tma/web/queue/kept';
import { canBeSent } from '@tma/web/queue/states';
import { Link } from '@tma/web/router';
import { useEffect, useState } from 'react';
import { useT } from '../texts.ts';

/** Says that a report of this person waits to be sent, and where it is; nothing when none does. */
export function WaitingLine({ userId }: { userId: string }) {
  const t = useT();
  const [waits, setWaits] = useState(false);
  useEffect(() => {
    let mounted = true;
    const look = async () => {
      const reports = await readReports(userId).catch(() => []);
      if (mounted) setWaits(reports.some(({ state }) => canBeSent(state)));
    };
    const stop = onQueueChange(() => void look());
    void look();
    return () => {
      mounted = false;
      stop();
    };
  }, [userId]);
  if (!waits) return null;
  return (
    <p>
      {t('kept.logOutTitle')}{' '}
      <Link to={pagePath('userDashboard', { tab: 'mycomplaints' })}>{t('dashboard.myReports')}</Link>
    </p>
  );
}
