import { useFocusFallback } from '@tma/web/hooks/focus';
import { longDate } from '@tma/web/language/dates';
import { term } from '@tma/web/language/terms';
import type { AdminSession } from '@tma/web/session/admin-session';
import { Button } from '@tma/web/ui/button';
import { useId, useRef } from 'react';
import { useT } from '../texts.ts';
import css from './settings.module.css';
import { type Holiday, useSetHoliday } from './use-holidays.ts';

/** A holiday: whether it is only estimated, and a way to take it away. */
export function HolidayLine({
  session,
  holiday: { day, name, estimated },
}: {
  session: AdminSession;
  holiday: Holiday;
}) {
  const t = useT();
  const nameId = useId();
  const line = useRef<HTMLLIElement>(null);
  const remove = useSetHoliday(session);
  useFocusFallback(line);
  return (
    <li ref={line}>
      <div id={nameId} className={css.holiday}>
        <strong dir="auto">{term('holiday', name)}</strong> <span>{longDate(day)}</span>{' '}
        {estimated && <span className={css.soft}>{t('settings.estimated')}</span>}
      </div>
      <Button
        look="quiet"
        aria-describedby={nameId}
        busy={remove.isPending}
        onClick={() => remove.mutate({ day, name: null })}
      >
        {t('settings.remove')}
      </Button>
      {remove.isError && (
        <p role="status" className={css.failure}>
          {t('settings.failed')}
        </p>
      )}
    </li>
  );
}
