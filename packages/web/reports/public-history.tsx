import type { Answer } from '@tma/web/api/operation-types';
import { useTimeZone } from '@tma/web/api/portal-config';
import { dayAndTime } from '@tma/web/language/dates';
import { useT } from '@tma/web/language/own-texts';
import { useId } from 'react';
import css from './history.module.css';
import { linesOf, wordsOf } from './history-lines.ts';

interface PublicHistoryProps {
  history: Answer<'GET /api/record/{reference}'>['history'];
}

/** What everybody may know of what happened to a report, newest last: not who did it, nor what they wrote. */
export function PublicHistory({ history }: PublicHistoryProps) {
  const t = useT();
  const zone = useTimeZone();
  const titleId = useId();
  const entries = history.map((fact) => ({ ...fact, by: 'portal' as const, name: null, text: null, image: null }));
  return (
    <section className={css.history}>
      <h2 id={titleId}>{t('history.title')}</h2>
      <ol className={css.lines} aria-labelledby={titleId}>
        {linesOf(entries).map(({ entry, what }) => (
          <li key={entry.seq}>
            <p>{wordsOf(what)}</p>
            <p className={css.when}>
              <time dateTime={entry.at}>{dayAndTime(entry.at, zone)}</time>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
