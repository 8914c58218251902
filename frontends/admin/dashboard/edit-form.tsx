import { statuses } from '@tma/contracts/reports/statuses';
import { term } from '@tma/web/language/terms';
import { Banner } from '@tma/web/ui/banner';
import { SelectField, TextField } from '@tma/web/ui/field';
import { Form } from '@tma/web/ui/form';
import { useEffect, useRef } from 'react';
import { useT } from '../texts.ts';
import { Conflict } from './conflict.tsx';
import css from './edit-form.module.css';
import type { useEditForm } from './use-edit-form.ts';

interface EditFormProps {
  id: string;
  edit: ReturnType<typeof useEditForm>;
  zone: string;
}

const statusNames = statuses.map(({ name }) => name);

/** Status and schedule, and below them why they were not saved. */
export function EditForm({ id, edit: { submit, status, schedule, problem, takeTheirs }, zone }: EditFormProps) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem) box.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  return (
    <Form id={id} onSubmit={submit}>
      <SelectField label={t('edit.status')} options={statusNames} textOf={(name) => term('status', name)} {...status} />
      <TextField label={t('edit.schedule')} type="date" max="9999-12-31" {...schedule} />
      {problem && (
        <div ref={box} className={css.problem}>
          <Banner tone="quiet">
            {problem === 'failed' ? (
              t('edit.failed')
            ) : (
              <Conflict conflict={problem} zone={zone} onTakeTheirs={() => takeTheirs(problem.theirs)} />
            )}
          </Banner>
        </div>
      )}
    </Form>
  );
}
