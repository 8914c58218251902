import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '@tma/web/api';
import { dayAndTime } from '@tma/web/dates';
import type { Report } from '@tma/web/tables';
import { useT } from '../texts.ts';
import { token } from '../token.ts';
import css from './history.module.css';
import { type Line, linesOf } from './history-lines.ts';

/** What has happened to the resident's own report, oldest first. Where it cannot be read, it says so and nothing else. */
export function History({ report, zone }: { report: Pick<Report, 'id' | 'updated_at'>; zone: string }) {
  const t = useT();
  const history = useQuery({
    // Read again once the open report has changed.
    queryKey: ['history', report.id, report.updated_at],
    queryFn: async ({ signal }) =>
      call('GET /reports/{id}/history', { params: { id: report.id }, token: await token(), signal }),
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
    typeof change === 'string' ? t(`history.${change}`) : t('history.status', { status: change.status }),
  );
  return (
    <li>
      {words.join(', ')} <time dateTime={at}>{dayAndTime(at, zone)}</time>
    </li>
  );
}
