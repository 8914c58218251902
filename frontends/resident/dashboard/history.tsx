import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '@tma/web/api/call';
import type { Report } from '@tma/web/api/tables';
import { dayAndTime } from '@tma/web/language/dates';
import { term } from '@tma/web/language/terms';
import { residentToken } from '../resident-token.ts';
import { useT } from '../texts.ts';
import css from './history.module.css';
import { type Line, linesOf } from './history-lines.ts';

/** The history of the resident's own report, oldest first. A failure to read it affects nothing else. */
export function History({ report, zone }: { report: Pick<Report, 'id' | 'updated_at'>; zone: string }) {
  const t = useT();
  const history = useQuery({
    // Read again once the open report has changed.
    queryKey: ['history', report.id, report.updated_at],
    queryFn: async ({ signal }) =>
      call('GET /reports/{id}/history', { params: { id: report.id }, token: await residentToken(), signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <section className={css.history}>
      <h3>{t('history.title')}</h3>
      {history.isPending && <p>{t('history.loading')}</p>}
      {history.isError && <p>{t('history.failed')}</p>}
      {history.data && (
        <ol className={css.lines}>
          {linesOf(history.data).map((line) => (
            <HistoryLine key={line.at} line={line} zone={zone} />
          ))}
        </ol>
      )}
    </section>
  );
}

function HistoryLine({ line: { at, what }, zone }: { line: Line; zone: string }) {
  const t = useT();
  const words = what.map((change) =>
    typeof change === 'string'
      ? t(`history.${change}`)
      : t('history.status', { status: term('status', change.status) }),
  );
  return (
    <li>
      {words.join(', ')} <time dateTime={at}>{dayAndTime(at, zone)}</time>
    </li>
  );
}
