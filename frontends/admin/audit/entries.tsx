import { useTimeZone } from '@tma/web/api/portal-config';
import { useFocusFirstNew } from '@tma/web/hooks/use-first-new';
import { dayAndTime } from '@tma/web/language/dates';
import { EmptyState } from '@tma/web/ui/empty-state';
import { ShowMore } from '@tma/web/ui/show-more';
import { Spinner } from '@tma/web/ui/spinner';
import { useT } from '../texts.ts';
import css from './audit.module.css';
import type { useAudit } from './use-audit.ts';
import { aboutText, detailText, type Entry, kindText } from './words.ts';

/** The entries that are chosen, newest first. */
export function Entries({ list }: { list: ReturnType<typeof useAudit> }) {
  const t = useT();
  const zone = useTimeZone();
  const entries = list.data?.pages.flat() ?? [];
  const focusFirstNew = useFocusFirstNew(entries.length, 'main tbody tr');
  if (list.isPending) return <Spinner />;
  if (list.isLoadingError) return <EmptyState title={t('audit.failed')} onRetry={() => void list.refetch()} />;
  if (entries.length === 0) return <EmptyState title={t('audit.none')} hint={t('audit.noneHint')} />;
  return (
    <>
      <table className={css.entries} aria-label={t('audit.title')}>
        <thead>
          <tr>
            <th scope="col">{t('audit.when')}</th>
            <th scope="col">{t('audit.what')}</th>
            <th scope="col">{t('audit.who')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <Row key={entry.seq} entry={entry} zone={zone} />
          ))}
        </tbody>
      </table>
      <ShowMore list={list} onPress={focusFirstNew} />
    </>
  );
}

function Row({ entry, zone }: { entry: Entry; zone: string }) {
  const t = useT();
  const detail = detailText(entry);
  return (
    <tr tabIndex={-1}>
      <td>{dayAndTime(entry.at, zone)}</td>
      <td>
        <strong>{kindText(entry.kind)}</strong> <bdi>{aboutText(entry)}</bdi>
        {detail && (
          <span className={css.detail} dir="auto">
            {detail}
          </span>
        )}
      </td>
      <td>{entry.by ? <bdi>{entry.by.name}</bdi> : t('audit.nobody')}</td>
    </tr>
  );
}
