import { statuses } from '@tma/contracts/reports/statuses';
import { term } from '@tma/web/language/terms';
import { Banner } from '@tma/web/ui/banner';
import { SelectField, TextField } from '@tma/web/ui/field';
import { Form } from '@tma/web/ui/form';
import { useEffect, useRef } from 'react';
import { useT } from '../texts.ts';
import { Closing } from './closing/closing.tsx';
import { ProofSending } from './closing/proof-field.tsx';
import { Conflict } from './conflict.tsx';
import css from './edit-form.module.css';
import type { useEditForm } from './use-edit-form.ts';

interface EditFormProps {
  id: string;
  edit: ReturnType<typeof useEditForm>;
  /** Whether there is a reporter to be asked. */
  asks: boolean;
  zone: string;
}

const statusNames = statuses.map(({ name }) => name);

/** Status, with what closing takes, and schedule; below them why they were not saved. */
export function EditForm({ id, edit, asks, zone }: EditFormProps) {
  const t = useT();
  const { submit, status, schedule, closing, problem, takeTheirs } = edit;
  const sending = closing !== null && closing.proof.share !== null;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem) box.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  return (
    <Form id={id} onSubmit={submit}>
      <fieldset className={css.fields} disabled={sending}>
        <SelectField
          label={t('edit.status')}
          options={statusNames}
          textOf={(name) => term('status', name)}
          {...status}
        />
        {closing && <Closing closing={closing} asks={asks} />}
        <TextField label={t('edit.schedule')} type="date" max="9999-12-31" {...schedule} />
      </fieldset>
      {closing && <ProofSending proof={closing.proof} />}
      {problem && (
        <div ref={box} className={css.problem}>
          <Banner tone="quiet">
            {'text' in problem ? (
              problem.text()
            ) : (
              <Conflict conflict={problem} zone={zone} onTakeTheirs={() => takeTheirs(problem.theirs)} />
            )}
          </Banner>
        </div>
      )}
    </Form>
  );
}
