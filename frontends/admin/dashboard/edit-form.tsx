import { statuses } from '@tma/contracts/reports/statuses';
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

const names = statuses.map(({ name }) => name);

/** What can be changed, and below it why it was not. */
export function EditForm({ id, edit: { submit, status, schedule, trouble, take }, zone }: EditFormProps) {
  const t = useT();
  const news = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (trouble) news.current?.scrollIntoView({ block: 'nearest' });
  }, [trouble]);
  return (
    <Form id={id} onSubmit={submit}>
      <SelectField label={t('edit.status')} options={names} {...status} />
      <TextField label={t('edit.schedule')} type="date" max="9999-12-31" {...schedule} />
      {trouble && (
        <div ref={news} className={css.news}>
          <Banner tone="quiet">
            {trouble === 'failed' ? (
              t('edit.failed')
            ) : (
              <Conflict trouble={trouble} zone={zone} onTake={() => take(trouble.theirs)} />
            )}
          </Banner>
        </div>
      )}
    </Form>
  );
}
