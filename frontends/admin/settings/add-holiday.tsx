import { limits } from '@tma/contracts/limits';
import { useForm } from '@tma/web/forms/use-form';
import { term } from '@tma/web/language/terms';
import type { AdminSession } from '@tma/web/session/admin-session';
import { Button } from '@tma/web/ui/button';
import { TextField } from '@tma/web/ui/field';
import { Form } from '@tma/web/ui/form';
import { useT } from '../texts.ts';
import css from './settings.module.css';
import { type Holiday, useSetHoliday, yearOf } from './use-holidays.ts';

interface AddHolidayProps {
  session: AdminSession;
  /** Those of the year that is shown. */
  known: readonly Holiday[];
  /** Called with the year of what was added. */
  onAdd: (year: string) => void;
}

/** A day on which the office is closed, and why. One that is there already gets the new name. */
export function AddHoliday({ session, known, onAdd }: AddHolidayProps) {
  const t = useT();
  const { form, field, submitHandler, rejected, formProps, busy } = useForm({ day: '', name: '' });
  const add = useSetHoliday(session);
  const day = form.watch('day');
  const there = known.find((holiday) => holiday.day === day);

  const submit = submitHandler(async (values) => {
    try {
      await add.mutateAsync(values);
    } catch (error) {
      return rejected(error, () => t('settings.failed'));
    }
    form.reset();
    onAdd(yearOf(values.day));
    return { tone: 'success', text: () => t('settings.saved') };
  });
  return (
    <Form onSubmit={submit} {...formProps}>
      <div className={css.add}>
        <TextField
          {...field('day', () => t('settings.day'))}
          type="date"
          hint={there && t('settings.replaces', { name: term('holiday', there.name) })}
        />
        <TextField {...field('name', () => t('settings.name'))} maxLength={limits.holidayName} autoComplete="off" />
        <Button type="submit" busy={busy}>
          {t('settings.add')}
        </Button>
      </div>
    </Form>
  );
}
