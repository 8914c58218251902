import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { limits } from '@tma/contracts/limits';
import { call } from '@tma/web/api/call';
import type { Answer, Body } from '@tma/web/api/operation-types';
import { useTimeZone } from '@tma/web/api/portal-config';
import { refreshInterval } from '@tma/web/api/query';
import { codeOf } from '@tma/web/errors/error-texts';
import { useForm } from '@tma/web/forms/use-form';
import { longDate } from '@tma/web/language/dates';
import { term } from '@tma/web/language/terms';
import type { AdminSession } from '@tma/web/session/admin-token';
import web from '@tma/web/shared.module.css';
import { EmptyState } from '@tma/web/ui/empty-state';
import { SelectField, TextField } from '@tma/web/ui/field';
import { Form, Submit } from '@tma/web/ui/form';
import { Line } from '@tma/web/ui/line';
import { Spinner } from '@tma/web/ui/spinner';
import { useState } from 'react';
import shared from '../page.module.css';
import { useAct } from '../server-state.tsx';
import { t as translate, useT } from '../texts.ts';
import css from './settings.module.css';

type Holiday = Answer<'GET /api/holidays'>[number];

const yearOf = (day: string) => day.slice(0, 4);

/** The current year where the office is. */
const thisYear = (timeZone: string) =>
  Number(new Intl.DateTimeFormat('en', { year: 'numeric', timeZone }).format(new Date()));

/** On which days the office is closed, year by year. */
export function Holidays({ session }: { session: AdminSession }) {
  const t = useT();
  const { tehsil } = session;
  const current = thisYear(useTimeZone());
  const [chosen, setChosen] = useState<string>();
  const year = chosen ?? String(current);
  const holidays = useQuery({
    queryKey: ['holidays', tehsil, year],
    queryFn: ({ signal }) => call('GET /api/holidays', { query: { tehsil, year }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshInterval,
  });
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
        className={shared.lines}
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

/** Sets a holiday, or takes it away with the name null. */
const useSetHoliday = ({ token, tehsil }: AdminSession) =>
  useAct([['holidays', tehsil]], (body: Body<'PUT /api/holidays'>) => call('PUT /api/holidays', { token, body }));

const failureText = (error: unknown) =>
  translate(codeOf(error) === 'too_many_holidays' ? 'settings.tooManyHolidays' : 'settings.failed');

interface AddHolidayProps {
  session: AdminSession;
  /** Those of the year that is shown. */
  known: readonly Holiday[];
  /** Called with the year of what was added. */
  onAdd: (year: string) => void;
}

/** A day on which the office is closed, and why. One that is there already gets the new name. */
function AddHoliday({ session, known, onAdd }: AddHolidayProps) {
  const t = useT();
  const { form, field, submitHandler, rejected, formProps, busy } = useForm({ day: '', name: '' });
  const add = useSetHoliday(session);
  const day = form.watch('day');
  const there = known.find((holiday) => holiday.day === day);

  const submit = submitHandler(async (values) => {
    try {
      await add.mutateAsync(values);
    } catch (error) {
      return rejected(error, () => failureText(error));
    }
    form.reset();
    onAdd(yearOf(values.day));
    return { tone: 'success', text: () => t('common.saved') };
  });
  return (
    <Form onSubmit={submit} {...formProps}>
      <div className={css.add}>
        <TextField
          {...field('day', () => t('settings.day'))}
          type="date"
          hint={there && t('settings.replaces', { name: term('holiday', there.name) })}
        />
        <TextField {...field('name', () => t('common.name'))} maxLength={limits.holidayName} autoComplete="off" />
        <Submit busy={busy} label={t('settings.add')} />
      </div>
    </Form>
  );
}

interface HolidayLineProps {
  session: AdminSession;
  holiday: Holiday;
}

/** A holiday: whether it is only estimated, and a button to remove it. */
function HolidayLine({ session, holiday: { day, name, estimated } }: HolidayLineProps) {
  const t = useT();
  const remove = useSetHoliday(session);
  const failure = (
    <p role="status" className={shared.failure}>
      {failureText(remove.error)}
    </p>
  );
  return (
    <Line
      action={t('common.remove')}
      busy={remove.isPending}
      onAct={() => remove.mutate({ day, name: null })}
      below={remove.isError && failure}
    >
      <strong dir="auto">{term('holiday', name)}</strong> <span>{longDate(day)}</span>{' '}
      {estimated && <span className={web.soft}>{t('settings.estimated')}</span>}
    </Line>
  );
}
