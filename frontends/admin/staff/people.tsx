import { EmptyState } from '@tma/web/ui/empty-state';
import { useT } from '../texts.ts';
import { MemberRow } from './member-row.tsx';
import css from './staff.module.css';
import { usePeople } from './use-staff.ts';

/** The people of the office; on a narrow page, each a block. */
export function People({ token }: { token: string }) {
  const t = useT();
  const people = usePeople(token);
  if (!people.data) return <EmptyState title={t('staff.unread')} onRetry={() => void people.refetch()} />;
  return (
    <table className={css.people}>
      <thead>
        <tr>
          <th scope="col">{t('staff.name')}</th>
          <th scope="col">{t('staff.email')}</th>
          <th scope="col">{t('staff.role')}</th>
          <th scope="col">{t('staff.seen')}</th>
          <th scope="col">{t('staff.factor')}</th>
          <th scope="col">{t('staff.account')}</th>
        </tr>
      </thead>
      <tbody>
        {people.data.map((member) => (
          <MemberRow key={member.id} token={token} member={member} />
        ))}
      </tbody>
    </table>
  );
}
