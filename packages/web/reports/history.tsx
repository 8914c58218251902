import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, type ReadToken } from '@tma/web/api/call';
import { useTimeZone } from '@tma/web/api/portal-config';
import { dayAndTime } from '@tma/web/language/dates';
import { useT } from '@tma/web/language/own-texts';
import { reporterName } from '@tma/web/language/terms';
import { TryAgain } from '@tma/web/ui/try-again';
import { useId } from 'react';
import css from './history.module.css';
import { authorOf, type Line, linesOf, wordsOf } from './history-lines.ts';
import { type MayBeHidden, pictureAddress } from './picture.tsx';

interface HistoryProps {
  report: { id: string; updated_at: string } & MayBeHidden;
  /** The token of a caller who may read it: the reporter's, or an administrator's of the tehsil. */
  readToken: ReadToken;
  /** How often it is read again, in milliseconds: others may add to it. Left out: only once the report has changed. */
  refetchInterval?: number;
  /** It is read by the report's reporter, for whom a note is a message. */
  own?: boolean;
}

/**
 * What happened to a report, newest last. Administrators see names: the server gives them to nobody else. A failure to read
 * it affects nothing else.
 */
export function History({ report, readToken, refetchInterval, own = false }: HistoryProps) {
  const t = useT();
  const titleId = useId();
  const history = useQuery({
    // Read again once the open report has changed.
    queryKey: ['history', report.id, report.updated_at],
    queryFn: async ({ signal }) =>
      call('GET /reports/{id}/history', {
        params: { id: report.id },
        query: own ? {} : { notes: 'public' },
        token: await readToken(),
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval,
  });
  return (
    <section className={css.history}>
      <h3 id={titleId}>{t('history.title')}</h3>
      {history.isPending && <p>{t('history.loading')}</p>}
      {history.isError && (
        <p role="status">
          {t('history.failed')} <TryAgain onClick={() => void history.refetch()} />
        </p>
      )}
      {history.data && (
        <ol className={css.lines} aria-labelledby={titleId}>
          {linesOf(history.data).map((line) => (
            <HistoryLine key={line.entry.seq} line={line} own={own} hidden={report.hidden} />
          ))}
        </ol>
      )}
    </section>
  );
}

interface HistoryLineProps {
  line: Line;
  own: boolean;
  /** The pictures of a hidden report have no public address. */
  hidden: boolean | undefined;
}

function HistoryLine({ line: { entry, what, text }, own, hidden }: HistoryLineProps) {
  const t = useT();
  const zone = useTimeZone();
  const { at, name, image } = entry;
  const author = authorOf(entry);
  return (
    <li>
      <p>{wordsOf(what, own)}</p>
      <p className={css.when}>
        <time dateTime={at}>{dayAndTime(at, zone)}</time>{' '}
        <span dir={name ? 'auto' : undefined}>{name === null ? t(`history.by.${author}`) : reporterName(name)}</span>
      </p>
      {text && (
        <p className={css.text} dir="auto">
          {text}
        </p>
      )}
      {entry.public && <p className={css.when}>{t('history.public')}</p>}
      {image && !hidden && (
        <img
          className={css.picture}
          src={pictureAddress(image, 'small')}
          alt={t('history.picture')}
          loading="lazy"
          decoding="async"
        />
      )}
    </li>
  );
}
