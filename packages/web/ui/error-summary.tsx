import { useT } from '@tma/web/language/own-texts';
import { type MouseEvent, useId } from 'react';
import css from './error-summary.module.css';

interface SummaryEntry {
  /** The id of the field it is about. */
  id: string;
  message: string;
}

function focusField(event: MouseEvent, id: string) {
  const control = document.getElementById(id);
  if (!control) return;
  // Not by the link, which would be a step of the history: Back is to leave the page.
  event.preventDefault();
  control.focus({ preventScroll: true });
  control.parentElement?.scrollIntoView({ block: 'center' });
}

/** What is wrong with a form's fields, each entry a link to its field. */
export function ErrorSummary({ entries }: { entries: readonly SummaryEntry[] }) {
  const t = useT();
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={css.summary}>
      <p id={titleId}>{t('form.check')}</p>
      <ul>
        {entries.map(({ id, message }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={(event) => focusField(event, id)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
