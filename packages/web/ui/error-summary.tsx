import { useT } from '@tma/web/own-texts';
import { type MouseEvent, useId } from 'react';
import css from './error-summary.module.css';

export interface Fault {
  /** The id of the field it is about. */
  id: string;
  message: string;
}

function goTo(event: MouseEvent, id: string) {
  const control = document.getElementById(id);
  if (!control) return;
  // Not as a step of the history: Back is to leave the page.
  event.preventDefault();
  control.focus({ preventScroll: true });
  control.parentElement?.scrollIntoView({ block: 'center' });
}

/** Which fields keep a form from being sent, each as a link to its field. */
export function ErrorSummary({ faults }: { faults: readonly Fault[] }) {
  const t = useT();
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={css.summary}>
      <p id={titleId}>{t('form.check')}</p>
      <ul>
        {faults.map(({ id, message }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={(event) => goTo(event, id)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
