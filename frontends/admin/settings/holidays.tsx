import { useTimeZone } from '@tma/web/api/portal-config';
import type { AdminSession } from '@tma/web/session/admin-session';
import { EmptyState } from '@tma/web/ui/empty-state';
import { SelectField } from '@tma/web/ui/field';
import { Spinner } from '@tma/web/ui/spinner';
import { useState } from 'react';
import { useT } from '../texts.ts';
import { AddHoliday } from './add-holiday.tsx';
import { HolidayLine } from './holiday-line.tsx';
import css from './settings.module.css';
import { useHolidays } from './use-holidays.ts';

/** The current year where the office is. */
const thisYear = (timeZone: string) =>
  Number(new Intl.DateTimeFormat('en', { year: 'numeric', timeZone }).format(new Date()));

/** On which days the office is closed, year by year. */
export function Holidays({ session }: { session: AdminSession }) {
  const t = useT();
  const current = thisYear(useTimeZone());
  const [chosen, setChosen] = useState<string>();
  const year = chosen ?? String(current);
  const holidays = useHolidays(session.tehsil, year);
  const years = new Set([current - 1, current, current + 1, current + 2].map(String)).add(year);
  return (
    <>
      <AddHoliday session={session} known={holidays.data ?? []} onAdd={setChosen} />
      <SelectField
        label={t('settings.year')}
        options={[...years].sort()}
        value={year}
        onChange={({ target }) => setChosen(target.value)}
      />
      {holidays.isPending && <Spinner />}
      {holidays.isLoadingError && <EmptyState title={t('settings.unread')} onRetry={() => void holidays.refetch()} />}
      {holidays.data?.length === 0 && <p>{t('settings.noHolidays')}</p>}
      <ul
        className={css.holidays}
        aria-label={t('settings.holidays')}
        aria-busy={holidays.isPlaceholderData || undefined}
      >
        {holidays.data?.map((holiday) => (
          <HolidayLine key={holiday.day} session={session} holiday={holiday} />
        ))}
      </ul>
    </>
  );
}
