import type { AdminSession } from '@tma/web/session/admin-session';
import { EmptyState } from '@tma/web/ui/empty-state';
import { Spinner } from '@tma/web/ui/spinner';
import { useT } from '../texts.ts';
import { DeadlineRow } from './deadline-row.tsx';
import css from './settings.module.css';
import { useDeadlines } from './use-deadlines.ts';

/** In how many working days an answer is due, a row a type. */
export function Deadlines({ session }: { session: AdminSession }) {
  const t = useT();
  const deadlines = useDeadlines(session.tehsil);
  if (deadlines.isPending) return <Spinner />;
  if (deadlines.isLoadingError)
    return <EmptyState title={t('settings.unread')} onRetry={() => void deadlines.refetch()} />;
  return (
    <table className={css.deadlines}>
      <thead>
        <tr>
          <th scope="col">{t('settings.type')}</th>
          <th scope="col">{t('settings.workingDays')}</th>
        </tr>
      </thead>
      <tbody>
        {deadlines.data.map((deadline) => (
          <DeadlineRow key={deadline.issue} session={session} deadline={deadline} />
        ))}
      </tbody>
    </table>
  );
}
